import { api } from '@stowage/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import {
  newAuthenticator,
  newOperatorWith,
  register,
  type Authenticator,
} from '../../../test/authenticator.ts'
import { openOwner, type Owner } from '../../../test/owner.ts'
import { codeAt, giveTotp } from '../../../test/totp.ts'

const { beginReauthentication, reauthenticate, login, list } = api.identity.sessions
const { beginRegistration, remove } = api.identity.passkeys
const { change } = api.identity.passwords
const { me } = api.identity.profile
const minute = 60_000

let world: TestApp
let owner: Owner
beforeAll(async () => {
  world = await startApp()
  owner = await openOwner(world)
})
afterAll(async () => {
  await owner.close()
  await world.close()
})

type Signed = { token: string }
const prove = ({ token }: Signed, body: Record<string, unknown>) =>
  world.call(reauthenticate, { token, body })
const begin = async ({ token }: Signed) => (await world.call(beginReauthentication, { token })).body
/** Whether what asks for a confirmed session goes through; else the ways to confirm it. */
const stepUp = async ({ token }: Signed) => {
  const { status, body } = await world.call(beginRegistration, { token })
  return status === 428 ? body['methods'] : status
}
const stateOf = async ({ token }: Signed) => {
  const { body } = await world.call(list, { token })
  const sid = body.sessions.find((session) => session.current)?.id
  const [row] = await owner.rowsOf<{ authTime: Date; amr: string[]; acr: string }>(
    'select auth_time as "authTime", amr, acr from identity.sessions where sid = $1',
    [sid],
  )
  return row
}
const proofsOf = (accountId: string) =>
  owner.rowsOf<{ action: string; outcome: string; metadata: object }>(
    `select action, outcome, metadata from audit.audit_log where actor_id = $1 and action in
       ('REAUTHENTICATED', 'TWO_FACTOR_FAILED', 'BACKUP_CODE_USED', 'PASSKEY_CLONE_SUSPECTED')
     order by id`,
    [accountId],
  )
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]

describe('a session is confirmed for fifteen minutes', () => {
  test('and then what asks for it says how to confirm it again', async () => {
    const ada = await world.newOperator()
    world.clock.advance(14 * minute)
    expect(await stepUp(ada)).toBe(200)
    world.clock.advance(2 * minute)
    const { status, body } = await world.call(beginRegistration, { token: ada.token })
    expect([status, body]).toEqual([
      428,
      {
        message: 'Please confirm it is you to continue.',
        error: 'reauthentication_required',
        code: 'reauthentication_required',
        details: [],
        methods: ['password'],
        requestId: expect.any(String) as string,
      },
    ])
    await prove(ada, { password: ada.password })
    expect(await stepUp(ada)).toBe(200)
  })

  test('a new authenticator app asks at once, and for its code', async () => {
    const ada = await world.newOperator()
    await giveTotp(world, ada.user.id)
    expect(await stepUp(ada)).toEqual(['totp'])
  })
})

describe('by password', () => {
  test('renews the moment of the session and nothing else', async () => {
    const ada = await world.newOperator()
    world.clock.advance(20 * minute)
    const { status, body } = await prove(ada, { password: ada.password })
    expect([status, body.success]).toEqual([200, true])
    const state = await stateOf(ada)
    expect(state).toMatchObject({ amr: ['pwd'], acr: 'aal1' })
    expect(state?.authTime.toISOString()).toBe(body.authTime)
    expect(await proofsOf(ada.user.id)).toEqual([
      { action: 'REAUTHENTICATED', outcome: 'success', metadata: { method: 'password' } },
    ])
  })

  test('a wrong one is no 401, and the sixth in a quarter of an hour is not looked at', async () => {
    const ada = await world.newOperator()
    const bob = await world.newOperator()
    for (let i = 0; i < 5; i++)
      expect(refusal(await prove(ada, { password: 'wrong' }))).toEqual([400, 'invalid_password'])
    expect(refusal(await prove(ada, { password: ada.password }))).toEqual([429, 'rate_limited'])
    expect((await world.call(me, { token: ada.token })).status).toBe(200)
    expect((await proofsOf(ada.user.id)).map(({ outcome }) => outcome)).toEqual(
      Array(5).fill('failure'),
    )
    for (let i = 0; i < 7; i++)
      expect((await prove(bob, { password: bob.password })).status).toBe(200)
  })

  test('of twenty guesses at once five are looked at', async () => {
    const ada = await world.newOperator()
    const guesses = Array.from({ length: 20 }, (_, i) => prove(ada, { password: `guess ${i}` }))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(await proofsOf(ada.user.id)).toHaveLength(5)
  })

  test('is not enough with an authenticator app, and does not tell whether it was right', async () => {
    const ada = await world.newOperator()
    await giveTotp(world, ada.user.id)
    for (const password of ['wrong', ada.password])
      expect(refusal(await prove(ada, { password }))).toEqual([400, 'method_not_sufficient'])
    expect(await stepUp(ada)).toEqual(['totp'])
  })
})

describe('by code', () => {
  test('makes a session of two factors, once for each code', async () => {
    const ada = await world.newOperator()
    const secret = await giveTotp(world, ada.user.id)
    const token = codeAt(secret, world.clock.now())
    expect((await prove(ada, { token })).status).toBe(200)
    expect(await stateOf(ada)).toMatchObject({ amr: ['pwd', 'otp'], acr: 'aal2' })
    expect(await stepUp(ada)).toBe(200)
    expect(refusal(await prove(ada, { token }))).toEqual([400, 'invalid_code'])
    expect(await proofsOf(ada.user.id)).toEqual([
      { action: 'REAUTHENTICATED', outcome: 'success', metadata: { method: 'totp' } },
      { action: 'TWO_FACTOR_FAILED', outcome: 'failure', metadata: { factor: 'totp' } },
    ])
    // A later confirmation takes none of them away.
    await owner.rowsOf('delete from identity.totp_factors where account_id = $1', [ada.user.id])
    await prove(ada, { password: ada.password })
    expect(await stateOf(ada)).toMatchObject({ amr: ['pwd', 'otp'], acr: 'aal2' })
  })

  test('of twenty wrong ones at once five are looked at; what is no code does not count', async () => {
    const ada = await world.newOperator()
    const secret = await giveTotp(world, ada.user.id)
    for (let i = 0; i < 6; i++)
      expect(refusal(await prove(ada, { token: 'no code' }))).toEqual([400, 'invalid_code'])
    const right = codeAt(secret, world.clock.now())
    const wrong = right === '000000' ? '111111' : '000000'
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => prove(ada, { token: wrong })),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(refusal(await prove(ada, { token: right }))).toEqual([429, 'rate_limited'])
    expect(await proofsOf(ada.user.id)).toHaveLength(5)
  })

  test('is nothing to an account without an authenticator app', async () => {
    const ada = await world.newOperator()
    world.clock.advance(20 * minute)
    expect(refusal(await prove(ada, { token: '123456' }))).toEqual([400, 'invalid_code'])
    expect(await stepUp(ada)).toEqual(['password'])
    expect(await proofsOf(ada.user.id)).toEqual([])
  })
})

describe('by passkey', () => {
  test('says which, and makes a session of two factors', async () => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(world, key)
    const { methods, options } = await begin(ada)
    expect(methods).toEqual(['password', 'passkey'])
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: key.id, transports: ['internal'], type: 'public-key' }],
    })
    await giveTotp(world, ada.user.id)
    const begun = await begin(ada)
    expect(begun.methods).toEqual(['totp', 'passkey'])
    // The authenticator was told which, so it may leave out whose.
    const response = key.get(begun.options ?? { challenge: '' }, { userHandle: null })
    const { status } = await prove(ada, { challengeId: begun.challengeId, response })
    expect(status).toBe(200)
    expect(await stateOf(ada)).toMatchObject({ amr: ['pwd', 'passkey'], acr: 'aal2' })
    expect(await stepUp(ada)).toBe(200)
    expect((await proofsOf(ada.user.id)).at(-1)).toEqual({
      action: 'REAUTHENTICATED',
      outcome: 'success',
      metadata: { method: 'passkey' },
    })
  })

  test('without one there is no challenge', async () => {
    expect(await begin(await world.newOperator())).toEqual({ methods: ['password'] })
  })

  /** Begins in one session and answers in another, with whichever key and in whichever way. */
  const answer = async (
    from: Signed,
    to: Signed,
    key: Authenticator,
    wrong: Parameters<Authenticator['get']>[1] = {},
  ) => {
    const { challengeId, options = { challenge: '' } } = await begin(from)
    return prove(to, { challengeId, response: key.get(options, wrong) })
  }

  test('refuses a foreign key, another session’s challenge and no user verification', async () => {
    const [key, bobsKey] = [newAuthenticator(), newAuthenticator()]
    const ada = await newOperatorWith(world, key)
    const bob = await newOperatorWith(world, bobsKey)
    world.clock.advance(20 * minute)
    const { email, password } = ada
    const phone = await world.call(login, { body: { email, password } })
    const elsewhere = { token: phone.body.tokens.accessToken }
    const attempts = [
      await answer(ada, ada, bobsKey),
      await answer(ada, ada, key, { isUserVerified: false }),
      await answer(elsewhere, ada, key),
      await answer(bob, ada, key),
    ]
    for (const attempt of attempts) {
      expect(refusal(attempt)).toEqual([400, 'invalid_code'])
      expect(attempt.body['message']).toBe('The passkey was not accepted. Please try again.')
    }
    expect(await stepUp(ada)).toEqual(['password', 'passkey'])
  })

  test('takes the answer to the last challenge, once and within five minutes', async () => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(world, key)
    const bodies: Record<string, unknown>[] = []
    for (let i = 0; i < 2; i++) {
      const { challengeId, options = { challenge: '' } } = await begin(ada)
      bodies.push({ challengeId, response: key.get(options) })
    }
    const [cancelled = {}, last = {}] = bodies
    expect(refusal(await prove(ada, cancelled))).toEqual([400, 'invalid_code'])
    expect((await prove(ada, last)).status).toBe(200)
    expect(refusal(await prove(ada, last))).toEqual([400, 'invalid_code'])
    const { challengeId, options = { challenge: '' } } = await begin(ada)
    world.clock.advance(5 * minute)
    const late = await prove(ada, { challengeId, response: key.get(options) })
    expect(refusal(late)).toEqual([400, 'invalid_code'])
  })

  test('a copy is refused and told to the owner', async () => {
    const key = newAuthenticator()
    key.counter = 9
    const ada = await newOperatorWith(world, key)
    const { challengeId, options = { challenge: '' } } = await begin(ada)
    const { status } = await prove(ada, { challengeId, response: key.get(options) })
    expect(status).toBe(400)
    expect((await proofsOf(ada.user.id)).map(({ action }) => action)).toEqual([
      'PASSKEY_CLONE_SUSPECTED',
      'REAUTHENTICATED',
    ])
    const [mail] = await world.mailsTo(ada.email)
    expect(mail?.subject).toBe('We refused a passkey that may be a copy')
  })
})

test('what is no proof is a 400', async () => {
  const ada = await world.newOperator()
  for (const body of [{}, { password: 7 }, { challengeId: 'x', response: {} }, { token: null }])
    expect((await prove(ada, body)).status).toBe(400)
  const body = { challengeId: ada.user.id, response: { id: 'x' } }
  expect(refusal(await prove(ada, body))).toEqual([400, 'invalid_code'])
})

describe('with an authenticator app', () => {
  test('a new password asks for the second factor before it looks at the current one', async () => {
    const ada = await world.newOperator()
    const secret = await giveTotp(world, ada.user.id)
    const ask = (currentPassword: string) =>
      world.call(change, { token: ada.token, body: { currentPassword, newPassword: 'next words' } })
    for (const password of ['wrong', ada.password]) {
      const { status, body } = await ask(password)
      expect([status, body['methods']]).toEqual([428, ['totp']])
    }
    await prove(ada, { token: codeAt(secret, world.clock.now()) })
    expect((await ask(ada.password)).status).toBe(200)
  })

  test('without one the current password is enough, however long ago', async () => {
    const ada = await world.newOperator()
    world.clock.advance(20 * minute)
    const body = { currentPassword: ada.password, newPassword: 'next words' }
    expect((await world.call(change, { token: ada.token, body })).status).toBe(200)
  })
})

test('removing the only passkey leaves the ways that are left', async () => {
  const key = newAuthenticator()
  const ada = await newOperatorWith(world, key)
  await register(world, ada, newAuthenticator())
  const params = { passkeyId: ada.passkey.id }
  await world.call(remove, { token: ada.token, params })
  const { options } = await begin(ada)
  expect(JSON.stringify(options)).not.toContain(key.id)
})
