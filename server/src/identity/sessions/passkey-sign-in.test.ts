import { randomBytes, randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { newAuthenticator, newOperatorWith, signInWith } from '../../../test/authenticator.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'
import { addTotp } from '../../../test/totp.ts'

const { beginRegistration, beginSignIn, completeSignIn, list } = api.identity.passkeys
const sessions = api.identity.sessions
const minute = 60_000

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

type Person = { user: { id: string } }
const sessionOf = async (token: string) => {
  const { body } = await app.call(sessions.list, { token })
  const current = body.sessions.find((session) => session.current)
  const [row] = await owner.rowsOf<{ amr: string[]; acr: string }>(
    'select amr, acr from identity.sessions where sid = $1',
    [current?.id],
  )
  return row
}
const loginEvents = async ({ user }: Person) =>
  owner.rowsOf<{ action: string; outcome: string; metadata: Record<string, unknown> }>(
    `select action, outcome, metadata from audit.audit_log
     where actor_id = $1 and (action like '%LOGIN%' or action = 'PASSKEY_CLONE_SUSPECTED')
     order by id`,
    [user.id],
  )
const lastLogin = async (person: Person) => (await loginEvents(person)).at(-1)
const expectRejected = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  expect([status, body['code'], body['message']]).toEqual([
    401,
    'passkey_rejected',
    'Passkey sign-in failed. Please try again.',
  ])

describe('signing in with a passkey', () => {
  test('K07 starts the same way for every address', async () => {
    const ada = await newOperatorWith(app, newAuthenticator())
    const strip = ({ challengeId: _, options: { challenge: __, ...options } }: Begun) => options
    type Begun = { challengeId: string; options: { challenge: string } }
    const first = await app.call(beginSignIn)
    const second = await app.call(beginSignIn, { token: ada.token })
    expect(first.body.options.challenge).not.toBe(second.body.options.challenge)
    expect(strip(first.body)).toEqual(strip(second.body))
    expect(strip(first.body)).toEqual({
      rpId: 'localhost',
      allowCredentials: [],
      timeout: 60_000,
      userVerification: 'preferred',
    })
  })

  test('with user verification counts as two factors', async () => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(app, key)
    await addTotp(app, ada.user.id)
    const { status, body } = await signInWith(app, key)
    expect(status).toBe(200)
    expect(body.user).toEqual({ ...ada.user, twoFactorEnabled: true })
    expect(await sessionOf(body.tokens.accessToken)).toEqual({ amr: ['passkey'], acr: 'aal2' })
    expect((await loginEvents(ada)).find(({ metadata }) => metadata['amr'])).toBeDefined()
    const [passkey] = (await app.call(list, { token: body.tokens.accessToken })).body.passkeys
    expect(passkey?.lastUsedAt).toMatch(/Z$/)
    // As strong as it gets: what asks for a confirmed session goes through.
    const begun = await app.call(beginRegistration, { token: body.tokens.accessToken })
    expect(begun.status).toBe(200)
  })

  test('K09 without user verification demands an authenticator code', async () => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(app, key)
    const plain = await signInWith(app, key, { isUserVerified: false })
    expect(await sessionOf(plain.body.tokens.accessToken)).toEqual({
      amr: ['passkey'],
      acr: 'aal1',
    })
    await addTotp(app, ada.user.id)
    const { status, body } = await signInWith(app, key, { isUserVerified: false })
    expect([status, body]).toEqual([
      200,
      {
        requiresTwoFactor: true,
        tempToken: expect.any(String) as string,
        expiresIn: 300,
        methods: ['totp', 'passkey'],
      },
    ])
    expect((await lastLogin(ada))?.action).toBe('USER_LOGIN_2FA_REQUIRED')
  })

  test('recognizes known devices and mails about others', async () => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(app, key)
    const notices = async () =>
      (await app.mailsTo(ada.email)).filter(({ subject }) => subject.startsWith('New sign-in'))
    const known = await signInWith(app, key, {}, { 'x-device-token': ada.deviceToken })
    expect(known.body.deviceToken).toBe(ada.deviceToken)
    expect(await notices()).toHaveLength(0)
    expect((await signInWith(app, key)).body.deviceToken).not.toBe(ada.deviceToken)
    expect(await notices()).toHaveLength(1)
  })

  test.each([
    ['origin', { origin: 'https://evil.test' }],
    ['RP id', { rpId: 'evil.test' }],
    ['challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['ceremony', { type: 'webauthn.create' }],
    ['user handle', { userHandle: randomBytes(32).toString('base64url') }],
    ['missing user handle', { userHandle: null }],
  ])('with a wrong %s is refused and recorded for the owner', async (_what, wrong) => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(app, key)
    expectRejected(await signInWith(app, key, wrong))
    const event = { action: 'USER_LOGIN_FAILED', outcome: 'failure' }
    expect(await lastLogin(ada)).toMatchObject({ ...event, metadata: { reason: 'wrong' } })
  })

  test('with another key or for another account is refused', async () => {
    const [key, bobsKey] = [newAuthenticator(), newAuthenticator()]
    await newOperatorWith(app, key)
    await newOperatorWith(app, bobsKey)
    expectRejected(await signInWith(app, newAuthenticator()))
    expectRejected(await signInWith(app, key, { userHandle: bobsKey.handle ?? '' }))
    const { body } = await app.call(beginSignIn)
    const forged = { ...bobsKey.get(body.options), id: key.id, rawId: key.id }
    const answer = { challengeId: body.challengeId, response: forged }
    expectRejected(await app.call(completeSignIn, { body: answer }))
  })

  test('answers a challenge of its own once within five minutes', async () => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(app, key)
    const { body: begun } = await app.call(beginSignIn)
    const complete = (challengeId: string, options = begun.options) =>
      app.call(completeSignIn, { body: { challengeId, response: key.get(options) } })
    expectRejected(await complete(randomUUID()))
    expect((await complete(begun.challengeId)).status).toBe(200)
    expectRejected(await complete(begun.challengeId))

    const registering = await app.call(beginRegistration, { token: ada.token })
    expectRejected(await complete(begun.challengeId, registering.body.options))
    const confirming = await app.call(sessions.beginReauthentication, { token: ada.token })
    const { challengeId = '', options = begun.options } = confirming.body
    expectRejected(await complete(challengeId, options))

    const late = await app.call(beginSignIn)
    app.clock.advance(5 * minute)
    expectRejected(await complete(late.body.challengeId, late.body.options))
  })

  test('is refused for a cloned device-bound key', async () => {
    const key = newAuthenticator()
    key.counter = 5
    const ada = await newOperatorWith(app, key)
    expect((await signInWith(app, key, { counter: 7 })).status).toBe(200)
    for (const counter of [7, 6, 0]) expectRejected(await signInWith(app, key, { counter }))
    expect((await loginEvents(ada)).slice(-2)).toMatchObject([
      { action: 'PASSKEY_CLONE_SUSPECTED', outcome: 'failure' },
      { action: 'USER_LOGIN_FAILED', metadata: { reason: 'copy' } },
    ])
    const [mail] = await app.mailsTo(ada.email)
    expect(mail?.subject).toBe('We refused a passkey that may be a copy')
    // Somebody without the key cannot make it look copied.
    const events = (await loginEvents(ada)).length
    expectRejected(await signInWith(app, key, { counter: 1, rpId: 'evil.test' }))
    expect(await loginEvents(ada)).toHaveLength(events + 1)
    expect((await signInWith(app, key, { counter: 8 })).status).toBe(200)
  })

  test('accepts any counter of a backed-up key', async () => {
    const key = newAuthenticator({ isSynced: true })
    await newOperatorWith(app, key)
    for (const counter of [5, 3, 3])
      expect((await signInWith(app, key, { counter })).status).toBe(200)
  })

  test('reveals a suspension to the owner only', async () => {
    const key = newAuthenticator()
    const ada = await newOperatorWith(app, key)
    await owner.setStatus(ada.user.id, 'suspended')
    expectRejected(await signInWith(app, key, { rpId: 'evil.test' }))
    const { status, body } = await signInWith(app, key)
    expect([status, body['code']]).toEqual([403, 'account_suspended'])
    expect(await lastLogin(ada)).toMatchObject({ metadata: { reason: 'suspended' } })
    await owner.setStatus(ada.user.id, 'deleted')
    expectRejected(await signInWith(app, key))
  })

  test('K11 with malformed data returns 400 or 401', async () => {
    const key = newAuthenticator()
    await newOperatorWith(app, key)
    const { body: begun } = await app.call(beginSignIn)
    const good = key.get(begun.options)
    const malformed = [{}, { challengeId: 'x', response: good }, { challengeId: randomUUID() }]
    for (const body of malformed)
      expect((await app.call(completeSignIn, { body })).status).toBe(400)
    const rejected: Record<string, unknown>[] = [
      { ...good, rawId: undefined },
      { ...good, response: undefined },
      { ...good, response: 'x' },
      { ...good, id: 'x'.repeat(60_000) },
    ]
    const values = [undefined, {}, 'A'.repeat(60_000), randomBytes(600).toString('hex')]
    for (const field of Object.keys(good.response))
      for (const value of values)
        rejected.push({ ...good, response: { ...good.response, [field]: value } })
    for (const response of rejected) {
      const { body } = await app.call(beginSignIn)
      const { challengeId } = body
      expectRejected(await app.call(completeSignIn, { body: { challengeId, response } }))
    }
  })
})

describe('while sign-in requires a verified address', () => {
  test('refuses a passkey of an unverified address and mails the link again', async () => {
    const strict = await startApp({ REQUIRE_VERIFIED_EMAIL: 'login' })
    try {
      const key = newAuthenticator()
      const ada = await newOperatorWith(strict, key)
      await strict.db
        .updateTable('identity.accounts')
        .set({ emailVerifiedAt: null })
        .where('id', '=', ada.user.id)
        .execute()
      strict.clock.advance(60 * minute)
      const { status, body } = await signInWith(strict, key)
      expect([status, body['code'], body['message']]).toEqual([
        401,
        'passkey_rejected',
        'Please verify your email address first.',
      ])
      const [mail] = await strict.mailsTo(ada.email)
      expect(mail?.text).toContain('/verify-email?token=')
    } finally {
      await strict.close()
    }
  })
})
