import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal, type TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import {
  newAuthenticator,
  newOperatorWith,
  register,
  type Authenticator,
} from '../../../test/authenticator.ts'
import type { Owner } from '../../../test/owner.ts'
import { addTotp } from '../../../test/totp.ts'

const { beginReauthentication, reauthenticate, login, list } = api.identity.sessions
const { beginRegistration, remove } = api.identity.passkeys
const minute = 60_000

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

type Signed = { token: string }
const prove = ({ token }: Signed, body: Record<string, unknown>) =>
  app.call(reauthenticate, { token, body })
const begin = async ({ token }: Signed) => (await app.call(beginReauthentication, { token })).body
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

describe('confirming by passkey', () => {
  test('lists the passkeys and confirms with two factors', async () => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(app, key)
    const { methods, options } = await begin(ada)
    expect(methods).toEqual(['password', 'passkey'])
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [{ id: key.id, transports: ['internal'], type: 'public-key' }],
    })
    await addTotp(app, ada.user.id)
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

  test('returns no challenge without a passkey', async () => {
    expect(await begin(await app.newOperator())).toEqual({ methods: ['password'] })
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

  test('refuses a foreign key, a challenge of another session and no user verification', async () => {
    const [key, bobsKey] = [newAuthenticator(), newAuthenticator()]
    const ada = await newOperatorWith(app, key)
    const bob = await newOperatorWith(app, bobsKey)
    app.clock.advance(20 * minute)
    const { email, password } = ada
    const phone = await app.call(login, { body: { email, password } })
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

  test('accepts the latest challenge once within five minutes', async () => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(app, key)
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
    app.clock.advance(5 * minute)
    const late = await prove(ada, { challengeId, response: key.get(options) })
    expect(refusal(late)).toEqual([400, 'invalid_code'])
  })

  test('refuses a cloned key and mails the owner', async () => {
    const key = newAuthenticator()
    key.counter = 9
    const ada = await newOperatorWith(app, key)
    const { challengeId, options = { challenge: '' } } = await begin(ada)
    const { status } = await prove(ada, { challengeId, response: key.get(options) })
    expect(status).toBe(400)
    expect((await proofsOf(ada.user.id)).map(({ action }) => action)).toEqual([
      'PASSKEY_CLONE_SUSPECTED',
      'REAUTHENTICATED',
    ])
    const [mail] = await app.mailsTo(ada.email)
    expect(mail?.subject).toBe('We refused a passkey that may be a copy')
  })
})

test('leaves the other methods after the only passkey is removed', async () => {
  const key = newAuthenticator()
  const ada = await newOperatorWith(app, key)
  await register(app, ada, newAuthenticator())
  const params = { passkeyId: ada.passkey.id }
  await app.call(remove, { token: ada.token, params })
  const { options } = await begin(ada)
  expect(JSON.stringify(options)).not.toContain(key.id)
})
