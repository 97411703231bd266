import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'
import type { JobWorker } from '../../../test/worker-for.ts'
import { inTransaction } from '../../database/transactions.ts'
import { askerOf } from '../../http/job-origin.ts'
import { getAccount } from '../accounts/queries.ts'
import { signIn as signInNow } from '../sessions/commands.ts'
import { beginSession, issueTokens } from '../sessions/issue-tokens.ts'

const { forgot, reset } = api.identity.passwords
const { login, refresh } = api.identity.sessions
const { me } = api.identity.profile
const deadLink = 'Invalid or expired reset token. Please request a new password reset.'
const second = 1_000
const minute = 60 * second

let app: TestApp
let owner: Owner
let worker: JobWorker
forAllTests(async (opened) => {
  ;({ app, owner } = opened)
  worker = await opened.startWorker()
})

async function ask(email: string, headers: Record<string, string> = {}) {
  const { status, body } = await app.call(forgot, { body: { email }, headers })
  await worker.settle()
  return [status, body]
}
async function linkFor(email: string): Promise<string> {
  await ask(email)
  return app.mailedToken(email, 'reset-password')
}
const choose = (token: string, password: string) => app.call(reset, { body: { token, password } })
const signIn = (email: string, password: string) => app.call(login, { body: { email, password } })
const mailedTo = async (email: string) => (await app.mailsTo(email)).map((mail) => mail.subject)
const resetMails = async (email: string) =>
  (await mailedTo(email)).filter((subject) => subject === 'Reset your password').length

const asked = [
  200,
  { message: 'Password reset instructions have been sent to your email address.' },
]

describe('requesting a reset', () => {
  test('gives the same reply for every address and mails existing accounts', async () => {
    const alice = await app.newOperator()
    const nobody = `${randomUUID()}@example.com`
    expect(await ask(alice.email)).toEqual(asked)
    expect(await ask(nobody)).toEqual(asked)
    expect(await resetMails(alice.email)).toBe(1)
    expect(await app.mailsTo(nobody)).toHaveLength(0)
    expect(await owner.eventsOf(alice.user.id)).toContain('PASSWORD_RESET_REQUESTED success')
    for (const email of ['', 'x', 'a@example..com', 7])
      expect((await app.call(forgot, { body: { email } })).status).toBe(400)
  })

  test('N11 uses the configured URL in the link, whatever the request contains', async () => {
    const alice = await app.newOperator()
    await ask(alice.email, {
      host: 'evil.test',
      origin: 'https://evil.test',
      forwarded: 'host=evil.test',
      'x-forwarded-host': 'evil.test',
    })
    const [mail] = await app.mailsTo(alice.email)
    expect(mail?.text).toContain(`${app.context.config.publicUrl}/reset-password?token=`)
    expect(mail?.text).not.toContain('evil')
  })

  test('invalidates the earlier link', async () => {
    const alice = await app.newOperator()
    const first = await linkFor(alice.email)
    app.clock.advance(second)
    const next = await linkFor(alice.email)
    expect((await choose(first, 'another password')).status).toBe(400)
    expect((await choose(next, 'another password')).status).toBe(200)
  })

  test('sends at most three mails an hour', async () => {
    const alice = await app.newOperator()
    for (let i = 0; i < 5; i++) {
      expect(await ask(alice.email)).toEqual(asked)
      app.clock.advance(second)
    }
    expect(await resetMails(alice.email)).toBe(3)
    app.clock.advance(61 * minute)
    await ask(alice.email)
    expect(await resetMails(alice.email)).toBe(4)
  })

  test('mails a member without an account the pages of their platforms', async () => {
    const alice = await app.newOperator()
    const platform = await app.newPlatform(alice)
    const { email } = await app.newMember(alice, platform)
    const before = await app.mailsTo(email)
    expect(await ask(email.toUpperCase())).toEqual(asked)
    await ask(email)
    const mails = (await app.mailsTo(email)).slice(0, -before.length)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`${app.context.config.publicUrl}/${platform.slug}`)
    expect(mails[0]?.text).not.toContain('token=')
    app.clock.advance(20 * minute)
    await ask(email)
    expect(await app.mailsTo(email)).toHaveLength(before.length + 2)
  })
})

describe('resetting a password', () => {
  test('works once, ends every session and mails the owner', async () => {
    const alice = await app.newOperator()
    const token = await linkFor(alice.email)
    const { status, body } = await choose(token, 'a better password')
    expect([status, body]).toEqual([
      200,
      { message: 'Password reset successfully! You can now sign in with your new password.' },
    ])
    expect((await app.call(me, { token: alice.token })).status).toBe(401)
    const { refreshToken } = alice.tokens
    expect((await app.call(refresh, { body: { refreshToken } })).status).toBe(401)
    expect((await signIn(alice.email, alice.password)).status).toBe(401)
    expect((await signIn(alice.email, 'a better password')).status).toBe(200)
    expect(await owner.eventsOf(alice.user.id)).toContain('PASSWORD_RESET success')
    expect(await mailedTo(alice.email)).toContain('Your password was changed')

    const again = await choose(token, 'yet another password')
    expect([again.status, again.body['code'], again.body['message']]).toEqual([
      400,
      'invalid_token',
      deadLink,
    ])
    expect((await signIn(alice.email, 'a better password')).status).toBe(200)
  })

  test('ends a pending sign-in with the old password', async () => {
    const { context } = app
    const { user, email } = await app.newOperator()
    const account = await getAccount(app.db, user.id)
    const by = askerOf({
      ip: '127.0.0.1',
      userAgent: null,
      requestId: randomUUID(),
      at: app.clock.now().toISOString(),
    })
    const begun = beginSession(
      context.secrets,
      by,
      { idle: 600, absolute: 600 },
      {
        amr: ['pwd'],
        acr: 'aal1',
      },
    )
    expect((await choose(await linkFor(email), 'a better password')).status).toBe(200)

    const given = { account, columns: begun.columns, isKnownDevice: true, rehash: undefined }
    await inTransaction(app.db, {}, (tx) => signInNow(tx, context, by, given))
    const { accessToken, refreshToken } = await issueTokens(context, {
      audience: 'stowage:operator',
      subjectId: user.id,
      session: begun.columns,
      key: begun.key,
      issuedAt: by.at,
    })
    expect((await app.call(me, { token: accessToken })).status).toBe(401)
    expect((await app.call(refresh, { body: { refreshToken } })).status).toBe(401)
  })

  test('keeps the link valid if the password is refused', async () => {
    const alice = await app.newOperator()
    const token = await linkFor(alice.email)
    const common = await choose(token, 'password')
    expect([common.status, common.body['code']]).toEqual([422, 'password_too_common'])
    const short = await choose(token, '12345')
    expect([short.status, short.body['message']]).toEqual([
      400,
      'Password must be at least 6 characters long',
    ])
    expect((await choose(token, 'a better password')).status).toBe(200)
  })

  test('fails after half an hour', async () => {
    const alice = await app.newOperator()
    const token = await linkFor(alice.email)
    app.clock.advance(30 * minute)
    expect((await choose(token, 'a better password')).status).toBe(400)
    expect((await signIn(alice.email, alice.password)).status).toBe(200)
  })

  test('N09 fails for other tokens', async () => {
    const { email } = await app.newOperator({ verified: false })
    const verification = await app.mailedToken(email, 'verify-email')
    for (const token of ['x', 'A'.repeat(43), "' or 1=1 --", verification]) {
      const answer = await choose(token, 'a better password')
      expect([answer.status, answer.body['code'], answer.body['message']]).toEqual([
        400,
        'invalid_token',
        deadLink,
      ])
    }
    for (const body of [
      { password: 'a better password' },
      { token: '', password: 'a better one' },
    ]) {
      const answer = await app.call(reset, { body })
      expect([answer.status, answer.body['message']]).toEqual([
        400,
        'Invalid or missing reset token',
      ])
    }
    const resetToken = await linkFor(email)
    const { verifyEmail } = api.identity.accounts
    expect((await app.call(verifyEmail, { body: { token: resetToken } })).status).toBe(400)
    expect((await app.call(verifyEmail, { body: { token: verification } })).status).toBe(200)
  })

  test('verifies the address and removes the access of whoever registered it before', async () => {
    const email = `${randomUUID()}@example.com`
    const mallory = await app.newOperator({ email, password: 'mallory words', verified: false })
    const { register, verifyEmail } = api.identity.accounts
    const body = { firstName: 'M', lastName: 'M', email, password: 'mallory again' }
    await app.call(register, { body })
    const pending = await app.mailedToken(email, 'verify-email')

    expect((await choose(await linkFor(email), 'victor words')).status).toBe(200)
    expect((await app.call(me, { token: mallory.token })).status).toBe(401)
    const { user } = (await signIn(email, 'victor words')).body
    expect(user.emailVerified).toBe(true)
    expect((await app.call(verifyEmail, { body: { token: pending } })).status).toBe(400)
    expect((await signIn(email, 'mallory again')).status).toBe(401)
    expect((await signIn(email, 'mallory words')).status).toBe(401)
  })

  test('keeps a suspension', async () => {
    const alice = await app.newOperator()
    await owner.setStatus(alice.user.id, 'suspended')
    expect((await choose(await linkFor(alice.email), 'a better password')).status).toBe(200)
    expect((await signIn(alice.email, 'a better password')).status).toBe(403)
  })
})
