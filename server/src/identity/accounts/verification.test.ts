import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { openOwner, type Owner } from '../../../test/owner.ts'
import type { JobWorker } from '../../../test/worker-for.ts'

const { register, verifyEmail, resendVerification } = api.identity.accounts
const { login } = api.identity.sessions
const { me } = api.identity.profile
const invalidLink =
  'Invalid or expired verification token. Please request a new verification email.'
const minute = 60_000

let app: TestApp
let owner: Owner
let worker: JobWorker
forAllTests(async (opened) => {
  ;({ app, owner } = opened)
  worker = await opened.startWorker()
})

const newAddress = () => `${randomUUID()}@example.com`
const signUp = ({ email, password }: { email: string; password: string }) =>
  app.call(register, { body: { firstName: 'Ada', lastName: 'Alba', email, password } })
const signIn = (email: string, password: string) => app.call(login, { body: { email, password } })
const confirm = (token: string) => app.call(verifyEmail, { body: { token } })

describe('verifying an address', () => {
  test('N13 works once and repeats its reply for a day', async () => {
    const { email, user, token: access } = await app.newOperator({ verified: false })
    const token = await app.mailedToken(email, 'verify-email')
    const first = await confirm(token)
    expect([first.status, first.body]).toEqual([
      200,
      {
        message: 'Email verified successfully! You can now sign in.',
        user: {
          ...user,
          emailVerified: true,
          mustVerifyEmail: false,
          version: user.version + 1,
        },
      },
    ])
    // Who signed in before goes on: it is the same person's first registration.
    expect((await app.call(me, { token: access })).body.user.emailVerified).toBe(true)
    app.clock.advance(23 * 60 * minute)
    expect((await confirm(token)).status).toBe(200)
    app.clock.advance(60 * minute)
    const late = await confirm(token)
    expect([late.status, late.body['code'], late.body['message']]).toEqual([
      400,
      'invalid_token',
      invalidLink,
    ])
    const events = await owner.eventsOf(user.id)
    expect(events.filter((event) => event === 'EMAIL_VERIFIED success')).toHaveLength(1)
  })

  test('fails after a day', async () => {
    const { email } = await app.newOperator({ verified: false })
    const token = await app.mailedToken(email, 'verify-email')
    app.clock.advance(24 * 60 * minute)
    expect((await confirm(token)).status).toBe(400)
  })

  test('fails for tokens that were not mailed', async () => {
    for (const body of [
      {},
      { token: '' },
      { token: 'x' },
      { token: 'A'.repeat(43) },
      { token: "' or 1=1 --" },
    ]) {
      const answer = await app.call(verifyEmail, { body })
      expect([answer.status, answer.body['code'], answer.body['message']]).toEqual([
        400,
        'invalid_token',
        invalidLink,
      ])
    }
    expect((await app.call(verifyEmail, { body: { token: 7 } })).status).toBe(400)
  })

  test('answers 500 for a server error', async () => {
    const broken = await startApp({ LOG_LEVEL: 'silent' })
    const brokenOwner = await openOwner(broken)
    try {
      const { email } = await broken.newOperator({ verified: false })
      const token = await broken.mailedToken(email, 'verify-email')
      await brokenOwner.rowsOf('alter table identity.mail_tokens rename to elsewhere')
      const { status, body } = await broken.call(verifyEmail, { body: { token } })
      expect([status, body['code'], body['message']]).toEqual([
        500,
        'internal_error',
        'There was an error verifying your email. Please try again.',
      ])
    } finally {
      await brokenOwner.close()
      await broken.close()
    }
  })

  test('requires pressing a button, because opening the link only leads to the page', async () => {
    const { email, token: access } = await app.newOperator({ verified: false })
    const token = await app.mailedToken(email, 'verify-email')
    for (const method of ['GET', 'HEAD'] as const) {
      const url = `/api/v1/auth/email/verify?token=${token}`
      const { statusCode, headers } = await app.http.inject({ method, url })
      expect([statusCode, headers.location]).toEqual([
        303,
        `${app.context.config.publicUrl}/verify-email?token=${token}`,
      ])
    }
    const escaped = await app.http.inject({
      url: '/api/v1/auth/email/verify?token=a%26b%0d%0ax',
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
    })
    expect(escaped.headers.location ?? '').not.toContain('evil')
    expect((await app.call(me, { token: access })).body.user.emailVerified).toBe(false)
  })
})

describe('requesting another mail', () => {
  const ask = async (email: string) => {
    const { status, body } = await app.call(resendVerification, { body: { email } })
    await worker.settle()
    return [status, body]
  }
  const expected = [
    200,
    { message: 'If the address needs verification, a new email is on its way.' },
  ]

  test('N05 gives the same reply for every address and mails unverified ones', async () => {
    const [confirmed, waiting] = [
      await app.newOperator(),
      await app.newOperator({ verified: false }),
    ]
    const [nobody, before] = [newAddress(), await app.mailsTo(confirmed.email)]
    app.clock.advance(minute)
    for (const email of [confirmed.email, waiting.email, nobody])
      expect(await ask(email)).toEqual(expected)
    expect(await app.mailsTo(confirmed.email)).toHaveLength(before.length)
    expect(await app.mailsTo(waiting.email)).toHaveLength(2)
    expect(await app.mailsTo(nobody)).toHaveLength(0)
    expect((await ask('a@example..com'))[0]).toBe(400)
  })

  test('invalidates the earlier link', async () => {
    const { email } = await app.newOperator({ verified: false })
    const first = await app.mailedToken(email, 'verify-email')
    app.clock.advance(minute)
    await ask(email)
    const second = await app.mailedToken(email, 'verify-email')
    expect((await confirm(first)).status).toBe(400)
    expect((await confirm(second)).status).toBe(200)
  })

  test('keeps the password of the latest registration on the new link', async () => {
    const email = newAddress()
    await signUp({ email, password: 'mallory words' })
    app.clock.advance(minute)
    await signUp({ email, password: 'victor words' })
    app.clock.advance(minute)
    await ask(email)
    expect(await app.mailsTo(email)).toHaveLength(3)
    await confirm(await app.mailedToken(email, 'verify-email'))
    expect((await signIn(email, 'victor words')).status).toBe(200)
    expect((await signIn(email, 'mallory words')).status).toBe(401)
  })

  test('sends at most one mail a minute and five an hour', async () => {
    const { email } = await app.newOperator({ verified: false })
    expect(await ask(email)).toEqual(expected)
    expect(await app.mailsTo(email)).toHaveLength(1)
    for (let i = 0; i < 6; i++) {
      app.clock.advance(minute)
      await ask(email)
    }
    expect(await app.mailsTo(email)).toHaveLength(5)
  })
})
