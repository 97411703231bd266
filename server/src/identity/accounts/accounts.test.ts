import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { openOwner, type Owner } from '../../../test/owner.ts'
import { startWorkerFor } from '../../../test/worker-for.ts'

const { register, verifyEmail, resendVerification } = api.identity.accounts
const { login } = api.identity.sessions
const { me } = api.identity.profile
const invalidLink =
  'Invalid or expired verification token. Please request a new verification email.'
const minute = 60_000

let world: TestApp
let owner: Owner
let worker: Awaited<ReturnType<typeof startWorkerFor>>
beforeAll(async () => {
  world = await startApp()
  owner = await openOwner(world)
  worker = await startWorkerFor(world)
})
afterAll(async () => {
  await worker.stop()
  await owner.close()
  await world.close()
})

const newAddress = () => `${randomUUID()}@example.com`
const password = 'correct horse battery'
const form = (changes: Record<string, unknown> = {}) => ({
  firstName: 'Ada',
  lastName: 'Alba',
  email: newAddress(),
  password,
  ...changes,
})
const signUp = (changes: Record<string, unknown> = {}) =>
  world.call(register, { body: form(changes) })
const signIn = (email: string, typed = password) =>
  world.call(login, { body: { email, password: typed } })
const confirm = (token: string) => world.call(verifyEmail, { body: { token } })
const mailedTo = async (email: string) => (await world.mailsTo(email)).map((mail) => mail.subject)
const accountsOf = (email: string) =>
  owner.rowsOf('select id from identity.accounts where lower(email) = lower($1)', [email])

describe('registering', () => {
  test('answers with what was sent, mails a link and keeps both in the log', async () => {
    const email = newAddress()
    const { status, body } = await signUp({ email: `  ${email} `, firstName: ' Ada ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      message: 'Registration successful! Please check your email to verify your account.',
      user: {
        firstName: 'Ada',
        lastName: 'Alba',
        email,
        emailVerified: false,
        twoFactorEnabled: false,
      },
    })
    expect(await mailedTo(email)).toEqual(['Confirm your email address'])
    const session = await signIn(email)
    expect(session.body.user).toMatchObject({ email, emailVerified: false })
    expect(await owner.eventsOf(session.body.user.id)).toEqual([
      'USER_REGISTERED success',
      'EMAIL_VERIFICATION_SENT success',
      'USER_LOGIN success',
    ])
  })

  test('takes nothing it did not ask for', async () => {
    const id = randomUUID()
    const email = newAddress()
    const extra = { role: 'admin', isAdmin: true, emailVerified: true, id, twoFactorEnabled: true }
    expect((await signUp({ email, ...extra })).status).toBe(201)
    const { body } = await signIn(email)
    const { user } = (await world.call(me, { token: body.tokens.accessToken })).body
    expect(user).toMatchObject({ emailVerified: false, twoFactorEnabled: false })
    expect(user.id).not.toBe(id)
    expect(user).not.toHaveProperty('role')
  })

  test('names every bad field at once', async () => {
    const { status, body } = await world.call(register, { body: {} })
    expect([status, body['code'], body['message']]).toEqual([
      400,
      'validation_failed',
      'First name is required',
    ])
    const paths = (body['details'] as { path: string }[]).map(({ path }) => path)
    expect(paths).toEqual(['firstName', 'lastName', 'email', 'password'])
  })

  test.each([
    [{ password: '12345' }, 400, 'Password must be at least 6 characters long'],
    [{ password: '💥💥💥' }, 400, 'Password must be at least 6 characters long'],
    [{ password: 'x'.repeat(257) }, 400, 'Password must be at most 256 characters long'],
    [{ confirmPassword: 'something else' }, 400, 'Passwords do not match'],
    [{ email: 'a.b＠example.com' }, 400, 'Enter a valid email address'],
    [{ email: 'a@b@example.com' }, 400, 'Enter a valid email address'],
    [{ email: 'a@example..com' }, 400, 'Enter a valid email address'],
    [{ email: 'a@[127.0.0.1]' }, 400, 'Enter a valid email address'],
    [{ email: 'a;b@example.com' }, 400, 'Enter a valid email address'],
    [{ email: 'a@exa\u00admple.com' }, 400, 'Enter a valid email address'],
    [{ email: { $ne: null } }, 400, 'Email is required'],
    [{ firstName: '   ' }, 400, 'First name is required'],
    [{ lastName: 'x'.repeat(81) }, 400, 'Last name must be at most 80 characters long'],
    [{ firstName: 'a\u202eb' }, 400, 'First name contains invisible characters'],
    [{ password: 'password' }, 422, 'This password is too common. Please choose another.'],
    [{ password: 'QWERTY' }, 422, 'This password is too common. Please choose another.'],
    [{ password: '123456' }, 422, 'This password is too common. Please choose another.'],
  ])('refuses %o', async (changes, status, message) => {
    const answer = await signUp(changes)
    expect([answer.status, answer.body['message']]).toEqual([status, message])
  })

  test('keeps a password as it was typed', async () => {
    const email = newAddress()
    await signUp({ email, password: '  spaced  ' })
    expect((await signIn(email, 'spaced')).status).toBe(401)
    expect((await signIn(email, '  spaced  ')).status).toBe(200)
  })

  test('accepts the most common passwords when the list is off', async () => {
    const lax = await startApp({ PASSWORD_BLOCKLIST: 'off' })
    try {
      const body = form({ password: 'password' })
      expect((await lax.call(register, { body })).status).toBe(201)
    } finally {
      await lax.close()
    }
  })

  test('knows one mailbox by two spellings', async () => {
    const local = randomUUID()
    const spellings = [
      `A.${local}@Example.COM`,
      `a.${local}@example.com `,
      `A.${local}@ｅxample.com`,
    ]
    for (const email of spellings) expect((await signUp({ email })).status).toBe(201)
    for (const email of spellings) expect((await signIn(email)).status).toBe(200)
    expect(await accountsOf(`a.${local}@example.com`)).toHaveLength(1)
  })

  test('tells nothing about a confirmed address and changes nothing about it', async () => {
    const alice = await world.newOperator()
    const given = {
      email: alice.email,
      firstName: 'Mallory',
      lastName: 'M',
      password: 'mallory words',
    }
    const known = await signUp(given)
    const unknown = await signUp({ ...given, email: newAddress() })
    expect(known.status).toBe(unknown.status)
    const shape = ({ message, user }: typeof known.body) => ({
      message,
      user: { ...user, email: '' },
    })
    expect(shape(known.body)).toEqual(shape(unknown.body))

    expect((await signIn(alice.email, 'mallory words')).status).toBe(401)
    const again = await signIn(alice.email, alice.password)
    expect(again.body.user).toEqual(alice.user)
    const [event] = (await owner.anonymousEvents('USER_REGISTER_DUPLICATE')).slice(-1)
    expect(event).toMatchObject({ actorType: 'anonymous', actorEmail: alice.email })
  })

  test('tells the mailbox of a confirmed address, once a day', async () => {
    const alice = await world.newOperator()
    const notices = async () =>
      (await mailedTo(alice.email)).filter((s) => s === 'You already have a Stowage account').length
    await signUp({ email: alice.email })
    await signUp({ email: alice.email })
    expect(await notices()).toBe(1)
    world.clock.advance(24 * 60 * minute)
    await signUp({ email: alice.email })
    expect(await notices()).toBe(2)
  })

  test('leaves a suspended account alone', async () => {
    const alice = await world.newOperator()
    await owner.setStatus(alice.user.id, 'suspended')
    const before = await mailedTo(alice.email)
    expect((await signUp({ email: alice.email })).status).toBe(201)
    expect(await mailedTo(alice.email)).toEqual(before)
  })
})

describe('an address registered before its owner came', () => {
  test('belongs to whoever confirms it, with their password and name alone', async () => {
    const email = newAddress()
    await signUp({ email, firstName: 'Mallory', password: 'mallory words' })
    const mallory = (await signIn(email, 'mallory words')).body
    await signUp({ email: email.toUpperCase(), firstName: 'Victor', password: 'victor words' })
    expect((await signIn(email, 'victor words')).status).toBe(401)
    expect((await world.call(me, { token: mallory.tokens.accessToken })).status).toBe(200)

    const { status, body } = await confirm(
      await world.mailedToken(email.toUpperCase(), 'verify-email'),
    )
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      firstName: 'Victor',
      email: email.toUpperCase(),
      emailVerified: true,
    })
    expect((await world.call(me, { token: mallory.tokens.accessToken })).status).toBe(401)
    const { refreshToken } = mallory.tokens
    const refreshed = await world.call(api.identity.sessions.refresh, { body: { refreshToken } })
    expect(refreshed.status).toBe(401)
    expect((await signIn(email, 'mallory words')).status).toBe(401)
    expect((await signIn(email, 'victor words')).status).toBe(200)
  })

  test('is not given to a stranger who registers it again later', async () => {
    const email = newAddress()
    await signUp({ email, password: 'victor words' })
    const victorsLink = await world.mailedToken(email, 'verify-email')
    await signUp({ email, password: 'mallory words' })
    const mallorysLink = await world.mailedToken(email, 'verify-email')
    expect(mallorysLink).not.toBe(victorsLink)
    expect((await confirm(victorsLink)).status).toBe(200)
    expect((await confirm(mallorysLink)).status).toBe(400)
    expect((await signIn(email, 'victor words')).status).toBe(200)
    expect((await signIn(email, 'mallory words')).status).toBe(401)
  })

  test('gets at most five mails an hour', async () => {
    const email = newAddress()
    for (let i = 0; i < 8; i++) expect((await signUp({ email })).status).toBe(201)
    expect(await world.mailsTo(email)).toHaveLength(5)
    world.clock.advance(61 * minute)
    await signUp({ email })
    expect(await world.mailsTo(email)).toHaveLength(6)
  })
})

describe('confirming an address', () => {
  test('works once, and says so again for a day', async () => {
    const { email, user, token: access } = await world.newOperator({ verified: false })
    const token = await world.mailedToken(email, 'verify-email')
    const first = await confirm(token)
    expect([first.status, first.body]).toEqual([
      200,
      {
        message: 'Email verified successfully! You can now sign in.',
        user: { ...user, emailVerified: true },
      },
    ])
    // Who signed in before goes on: it is the same person's first registration.
    expect((await world.call(me, { token: access })).body.user.emailVerified).toBe(true)
    world.clock.advance(23 * 60 * minute)
    expect((await confirm(token)).status).toBe(200)
    world.clock.advance(60 * minute)
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
    const { email } = await world.newOperator({ verified: false })
    const token = await world.mailedToken(email, 'verify-email')
    world.clock.advance(24 * 60 * minute)
    expect((await confirm(token)).status).toBe(400)
  })

  test('fails for anything that was not mailed', async () => {
    for (const body of [
      {},
      { token: '' },
      { token: 'x' },
      { token: 'A'.repeat(43) },
      { token: "' or 1=1 --" },
    ]) {
      const answer = await world.call(verifyEmail, { body })
      expect([answer.status, answer.body['code'], answer.body['message']]).toEqual([
        400,
        'invalid_token',
        invalidLink,
      ])
    }
    expect((await world.call(verifyEmail, { body: { token: 7 } })).status).toBe(400)
  })

  test('needs a press on a button: reading the link only leads to the page', async () => {
    const { email, token: access } = await world.newOperator({ verified: false })
    const token = await world.mailedToken(email, 'verify-email')
    for (const method of ['GET', 'HEAD'] as const) {
      const url = `/api/v1/auth/email/verify?token=${token}`
      const { statusCode, headers } = await world.app.inject({ method, url })
      expect([statusCode, headers.location]).toEqual([
        303,
        `${world.context.config.publicUrl}/verify-email?token=${token}`,
      ])
    }
    const escaped = await world.app.inject({
      url: '/api/v1/auth/email/verify?token=a%26b%0d%0ax',
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
    })
    expect(escaped.headers.location ?? '').not.toContain('evil')
    expect((await world.call(me, { token: access })).body.user.emailVerified).toBe(false)
  })
})

describe('asking for the mail again', () => {
  const ask = async (email: string) => {
    const { status, body } = await world.call(resendVerification, { body: { email } })
    await worker.settle()
    return [status, body]
  }
  const expected = [
    200,
    { message: 'If the address needs verification, a new email is on its way.' },
  ]

  test('answers alike for every address and mails where it is needed', async () => {
    const [confirmed, waiting] = [
      await world.newOperator(),
      await world.newOperator({ verified: false }),
    ]
    const [nobody, before] = [newAddress(), await world.mailsTo(confirmed.email)]
    world.clock.advance(minute)
    for (const email of [confirmed.email, waiting.email, nobody])
      expect(await ask(email)).toEqual(expected)
    expect(await world.mailsTo(confirmed.email)).toHaveLength(before.length)
    expect(await world.mailsTo(waiting.email)).toHaveLength(2)
    expect(await world.mailsTo(nobody)).toHaveLength(0)
    expect((await ask('a@example..com'))[0]).toBe(400)
  })

  test('ends the earlier link, whose place the new one takes', async () => {
    const { email } = await world.newOperator({ verified: false })
    const first = await world.mailedToken(email, 'verify-email')
    world.clock.advance(minute)
    await ask(email)
    const second = await world.mailedToken(email, 'verify-email')
    expect((await confirm(first)).status).toBe(400)
    expect((await confirm(second)).status).toBe(200)
  })

  test('keeps the password of the latest registration on the new link', async () => {
    const email = newAddress()
    await signUp({ email, password: 'mallory words' })
    world.clock.advance(minute)
    await signUp({ email, password: 'victor words' })
    world.clock.advance(minute)
    await ask(email)
    expect(await world.mailsTo(email)).toHaveLength(3)
    await confirm(await world.mailedToken(email, 'verify-email'))
    expect((await signIn(email, 'victor words')).status).toBe(200)
    expect((await signIn(email, 'mallory words')).status).toBe(401)
  })

  test('is silent beyond one a minute and five an hour', async () => {
    const { email } = await world.newOperator({ verified: false })
    expect(await ask(email)).toEqual(expected)
    expect(await world.mailsTo(email)).toHaveLength(1)
    for (let i = 0; i < 6; i++) {
      world.clock.advance(minute)
      await ask(email)
    }
    expect(await world.mailsTo(email)).toHaveLength(5)
  })
})
