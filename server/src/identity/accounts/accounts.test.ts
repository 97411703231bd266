import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'

const { register, verifyEmail } = api.identity.accounts
const { login } = api.identity.sessions
const { me } = api.identity.profile
const minute = 60_000

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

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
  app.call(register, { body: form(changes) })
const signIn = (email: string, typed = password) =>
  app.call(login, { body: { email, password: typed } })
const confirm = (token: string) => app.call(verifyEmail, { body: { token } })
const mailedTo = async (email: string) => (await app.mailsTo(email)).map((mail) => mail.subject)
const accountsOf = (email: string) =>
  owner.rowsOf('select id from identity.accounts where lower(email) = lower($1)', [email])

describe('registration', () => {
  test('returns its input, mails a link and records both', async () => {
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

  test('Z01 ignores undeclared fields', async () => {
    const id = randomUUID()
    const email = newAddress()
    const extra = { role: 'admin', isAdmin: true, emailVerified: true, id, twoFactorEnabled: true }
    expect((await signUp({ email, ...extra })).status).toBe(201)
    const { body } = await signIn(email)
    const { user } = (await app.call(me, { token: body.tokens.accessToken })).body
    expect(user).toMatchObject({ emailVerified: false, twoFactorEnabled: false })
    expect(user.id).not.toBe(id)
    expect(user).not.toHaveProperty('role')
  })

  test('names every invalid field', async () => {
    const { status, body } = await app.call(register, { body: {} })
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

  test('hashes the password exactly as typed', async () => {
    const email = newAddress()
    await signUp({ email, password: '  spaced  ' })
    expect((await signIn(email, 'spaced')).status).toBe(401)
    expect((await signIn(email, '  spaced  ')).status).toBe(200)
  })

  test('accepts common passwords with the block list off', async () => {
    const lax = await startApp({ PASSWORD_BLOCKLIST: 'off' })
    try {
      const body = form({ password: 'password' })
      expect((await lax.call(register, { body })).status).toBe(201)
    } finally {
      await lax.close()
    }
  })

  test('N17 treats two spellings of an address as one mailbox', async () => {
    const local = randomUUID()
    const spellings = [
      `A.${local}@Example.COM`,
      `a.${local}@example.com `,
      `A.${local}@ｅxample.com`,
    ]
    for (const email of spellings) expect((await signUp({ email })).status).toBe(201)
    for (const email of spellings) expect((await signIn(email)).status).toBe(200)
    expect((await signUp({ email: `a.${local}＠example.com` })).status).toBe(400)
    expect(await accountsOf(`a.${local}@example.com`)).toHaveLength(1)
  })

  test('N03 reveals and changes nothing for a verified address', async () => {
    const alice = await app.newOperator()
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

  test('mails a notice to a verified address once a day', async () => {
    const alice = await app.newOperator()
    const notices = async () =>
      (await mailedTo(alice.email)).filter((s) => s === 'You already have a Stowage account').length
    await signUp({ email: alice.email })
    await signUp({ email: alice.email })
    expect(await notices()).toBe(1)
    app.clock.advance(24 * 60 * minute)
    await signUp({ email: alice.email })
    expect(await notices()).toBe(2)
  })

  test('sends nothing to a suspended account', async () => {
    const alice = await app.newOperator()
    await owner.setStatus(alice.user.id, 'suspended')
    const before = await mailedTo(alice.email)
    expect((await signUp({ email: alice.email })).status).toBe(201)
    expect(await mailedTo(alice.email)).toEqual(before)
  })
})

describe('an address registered by a stranger first', () => {
  test('belongs to the user who verifies it, with only their password and name', async () => {
    const email = newAddress()
    await signUp({ email, firstName: 'Mallory', password: 'mallory words' })
    const mallory = (await signIn(email, 'mallory words')).body
    await signUp({ email: email.toUpperCase(), firstName: 'Victor', password: 'victor words' })
    expect((await signIn(email, 'victor words')).status).toBe(401)
    expect((await app.call(me, { token: mallory.tokens.accessToken })).status).toBe(200)

    const { status, body } = await confirm(
      await app.mailedToken(email.toUpperCase(), 'verify-email'),
    )
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      firstName: 'Victor',
      email: email.toUpperCase(),
      emailVerified: true,
    })
    expect((await app.call(me, { token: mallory.tokens.accessToken })).status).toBe(401)
    const { refreshToken } = mallory.tokens
    const refreshed = await app.call(api.identity.sessions.refresh, { body: { refreshToken } })
    expect(refreshed.status).toBe(401)
    expect((await signIn(email, 'mallory words')).status).toBe(401)
    expect((await signIn(email, 'victor words')).status).toBe(200)
  })

  test('stays unaffected by a later registration of a stranger', async () => {
    const email = newAddress()
    await signUp({ email, password: 'victor words' })
    const victorsLink = await app.mailedToken(email, 'verify-email')
    await signUp({ email, password: 'mallory words' })
    const mallorysLink = await app.mailedToken(email, 'verify-email')
    expect(mallorysLink).not.toBe(victorsLink)
    expect((await confirm(victorsLink)).status).toBe(200)
    expect((await confirm(mallorysLink)).status).toBe(400)
    expect((await signIn(email, 'victor words')).status).toBe(200)
    expect((await signIn(email, 'mallory words')).status).toBe(401)
  })

  test('gets at most five mails an hour', async () => {
    const email = newAddress()
    for (let i = 0; i < 8; i++) expect((await signUp({ email })).status).toBe(201)
    expect(await app.mailsTo(email)).toHaveLength(5)
    app.clock.advance(61 * minute)
    await signUp({ email })
    expect(await app.mailsTo(email)).toHaveLength(6)
  })
})
