import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal, type TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'
import { codeAt, addTotp } from '../../../test/totp.ts'

const { reauthenticate, list } = api.identity.sessions
const { beginRegistration } = api.identity.passkeys
const { change } = api.identity.passwords
const { me } = api.identity.profile
const minute = 60_000

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

type Signed = { token: string }
const prove = ({ token }: Signed, body: Record<string, unknown>) =>
  app.call(reauthenticate, { token, body })
/**
 * Calls a route that requires a confirmed session. Returns its status, or the methods to confirm with (428).
 */
const stepUp = async ({ token }: Signed) => {
  const { status, body } = await app.call(beginRegistration, { token })
  return status === 428 ? body['methods'] : status
}
const stateOf = async ({ token }: Signed) => {
  const { body } = await app.call(list, { token })
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

describe('a confirmed session', () => {
  test('expires after fifteen minutes, and the refusal lists the ways to confirm', async () => {
    const ada = await app.newOperator()
    app.clock.advance(14 * minute)
    expect(await stepUp(ada)).toBe(200)
    app.clock.advance(2 * minute)
    const { status, body } = await app.call(beginRegistration, { token: ada.token })
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

  test('must be confirmed again with a new authenticator', async () => {
    const ada = await app.newOperator()
    await addTotp(app, ada.user.id)
    expect(await stepUp(ada)).toEqual(['totp'])
  })
})

describe('confirming by password', () => {
  test('updates only the confirmation time', async () => {
    const ada = await app.newOperator()
    app.clock.advance(20 * minute)
    const { status, body } = await prove(ada, { password: ada.password })
    expect([status, body.success]).toEqual([200, true])
    const state = await stateOf(ada)
    expect(state).toMatchObject({ amr: ['pwd'], acr: 'aal1' })
    expect(state?.authTime.toISOString()).toBe(body.authTime)
    expect(await proofsOf(ada.user.id)).toEqual([
      { action: 'REAUTHENTICATED', outcome: 'success', metadata: { method: 'password' } },
    ])
  })

  test('does not return 401 for a wrong one and refuses the sixth in 15 minutes', async () => {
    const ada = await app.newOperator()
    const bob = await app.newOperator()
    for (let i = 0; i < 5; i++)
      expect(refusal(await prove(ada, { password: 'wrong' }))).toEqual([400, 'invalid_password'])
    expect(refusal(await prove(ada, { password: ada.password }))).toEqual([429, 'rate_limited'])
    expect((await app.call(me, { token: ada.token })).status).toBe(200)
    expect((await proofsOf(ada.user.id)).map(({ outcome }) => outcome)).toEqual(
      Array(5).fill('failure'),
    )
    for (let i = 0; i < 7; i++)
      expect((await prove(bob, { password: bob.password })).status).toBe(200)
  })

  test('checks five of twenty concurrent guesses', async () => {
    const ada = await app.newOperator()
    const guesses = Array.from({ length: 20 }, (_, i) => prove(ada, { password: `guess ${i}` }))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(await proofsOf(ada.user.id)).toHaveLength(5)
  })

  test('is not enough with an authenticator and does not reveal whether it was right', async () => {
    const ada = await app.newOperator()
    await addTotp(app, ada.user.id)
    for (const password of ['wrong', ada.password])
      expect(refusal(await prove(ada, { password }))).toEqual([400, 'method_not_sufficient'])
    expect(await stepUp(ada)).toEqual(['totp'])
  })
})

describe('confirming by code', () => {
  test('confirms with two factors, once per code', async () => {
    const ada = await app.newOperator()
    const secret = await addTotp(app, ada.user.id)
    const token = codeAt(secret, app.clock.now())
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

  test('checks five of twenty concurrent wrong codes and does not count malformed ones', async () => {
    const ada = await app.newOperator()
    const secret = await addTotp(app, ada.user.id)
    for (let i = 0; i < 6; i++)
      expect(refusal(await prove(ada, { token: 'no code' }))).toEqual([400, 'invalid_code'])
    const right = codeAt(secret, app.clock.now())
    const wrong = right === '000000' ? '111111' : '000000'
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => prove(ada, { token: wrong })),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(refusal(await prove(ada, { token: right }))).toEqual([429, 'rate_limited'])
    expect(await proofsOf(ada.user.id)).toHaveLength(5)
  })

  test('fails for an account without an authenticator', async () => {
    const ada = await app.newOperator()
    app.clock.advance(20 * minute)
    expect(refusal(await prove(ada, { token: '123456' }))).toEqual([400, 'invalid_code'])
    expect(await stepUp(ada)).toEqual(['password'])
    expect(await proofsOf(ada.user.id)).toEqual([])
  })
})

test('returns 400 for a malformed proof', async () => {
  const ada = await app.newOperator()
  for (const body of [{}, { password: 7 }, { challengeId: 'x', response: {} }, { token: null }])
    expect((await prove(ada, body)).status).toBe(400)
  const body = { challengeId: ada.user.id, response: { id: 'x' } }
  expect(refusal(await prove(ada, body))).toEqual([400, 'invalid_code'])
})

describe('with an authenticator', () => {
  test('a password change demands the second factor before it checks the current password', async () => {
    const ada = await app.newOperator()
    const secret = await addTotp(app, ada.user.id)
    const ask = (currentPassword: string) =>
      app.call(change, { token: ada.token, body: { currentPassword, newPassword: 'next words' } })
    for (const password of ['wrong', ada.password]) {
      const { status, body } = await ask(password)
      expect([status, body['methods']]).toEqual([428, ['totp']])
    }
    await prove(ada, { token: codeAt(secret, app.clock.now()) })
    expect((await ask(ada.password)).status).toBe(200)
  })

  test('the current password is enough without one, however old the session', async () => {
    const ada = await app.newOperator()
    app.clock.advance(20 * minute)
    const body = { currentPassword: ada.password, newPassword: 'next words' }
    expect((await app.call(change, { token: ada.token, body })).status).toBe(200)
  })
})
