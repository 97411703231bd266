import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { openOwner, type Owner } from '../../../test/owner.ts'

const { login, refresh, logout } = api.identity.sessions
const { me } = api.identity.profile
const day = 86_400_000

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

type Person = { email: string; password: string }
const signIn = ({ email, password }: Person, headers: Record<string, string> = {}) =>
  app.call(login, { body: { email, password }, headers })
const exchange = (refreshToken: string, headers: Record<string, string> = {}) =>
  app.call(refresh, { body: { refreshToken }, headers })
const statusOf = async (token: string) => (await app.call(me, { token })).status

const without = ({ requestId: _, ...body }: Record<string, unknown>) => body

describe('signing in', () => {
  test('returns tokens, the user and a device token', async () => {
    const { email, password, user } = await app.newOperator()
    const { status, body } = await signIn({ email: ` ${email.toUpperCase()} `, password })
    expect(status).toBe(200)
    expect(body).toEqual({
      tokens: {
        accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
        refreshToken: expect.stringMatching(/^v1\.[\w-]{50}$/) as string,
      },
      deviceToken: expect.stringMatching(/^d1\.[\w-]{22}\.[\w-]{43}$/) as string,
      user,
    })
    expect(user).toMatchObject({ email, emailVerified: true, twoFactorEnabled: false, phone: '' })
    const answer = await app.call(me, { token: body.tokens.accessToken })
    expect(answer.body).toEqual({ user })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['etag']).toBeUndefined()
  })

  test('L03 records who, when and the real address', async () => {
    const { email, password, user } = await app.newOperator()
    const { headers } = await signIn({ email, password }, { 'x-forwarded-for': '203.0.113.9' })
    const [event] = await owner.rowsOf(
      `select action, actor_type, actor_email, ip, user_agent, amr, platform_id, metadata
       from audit.audit_log where request_id = $1 and action = 'USER_LOGIN' and actor_id = $2`,
      [headers['x-request-id'], user.id],
    )
    expect(event).toEqual({
      action: 'USER_LOGIN',
      actor_type: 'operator',
      actor_email: email,
      ip: '127.0.0.1',
      user_agent: 'test',
      amr: ['pwd'],
      platform_id: null,
      metadata: { amr: ['pwd'] },
    })
  })

  test('N01 refuses unknown, wrong, empty and overlong passwords alike and records each', async () => {
    const { email, user } = await app.newOperator()
    const unknown = `${randomUUID()}@example.com`
    const refusals = [
      await signIn({ email: unknown, password: 'whatever' }),
      await signIn({ email, password: 'wrong' }),
      await signIn({ email, password: '' }),
      await signIn({ email, password: 'x'.repeat(300) }),
      await signIn({ email: 'correct horse battery', password: 'whatever' }),
    ]
    for (const { status, body } of refusals) {
      expect(status).toBe(401)
      expect(without(body)).toEqual({
        message: 'Invalid email or password',
        error: 'invalid_credentials',
        code: 'invalid_credentials',
        details: [],
      })
    }
    expect(
      (await owner.eventsOf(user.id)).filter((event) => event === 'USER_LOGIN_FAILED failure'),
    ).toHaveLength(3)
    const typed = await owner.anonymousEvents('USER_LOGIN_FAILED')
    expect(typed.map((row) => row.actorEmail)).toEqual([unknown, null])
    expect(typed.map((row) => row.metadata)).toEqual(
      [1, 2].map(() => ({ reason: 'unknown_address' })),
    )
  })

  test.each([
    ['both shapes', { email: 'a@b.example', password: 'x', tempToken: 't', twoFactorToken: '1' }],
    ['neither shape', {}],
    ['operators', { email: { $ne: null }, password: { $gt: '' } }],
    ['a list', { email: ['a@b.example'], password: 'x' }],
    ['no password', { email: 'a@b.example' }],
  ])('N21 requires one shape: %s', async (_, body) => {
    expect((await app.call(login, { body })).status).toBe(400)
  })

  test('N23 reveals a suspension only with the right password', async () => {
    const person = await app.newOperator()
    await owner.setStatus(person.user.id, 'suspended')
    expect((await signIn({ ...person, password: 'wrong' })).status).toBe(401)
    const { status, body } = await signIn(person)
    expect([status, body['code'], body['message']]).toEqual([
      403,
      'account_suspended',
      'This account is suspended.',
    ])
    expect(await statusOf(person.token)).toBe(401)
    await owner.setStatus(person.user.id, 'deleted')
    expect((await signIn(person)).status).toBe(401)
  })

  test('recognizes a device and reports a new one', async () => {
    const person = await app.newOperator()
    const news = async () =>
      (await owner.eventsOf(person.user.id)).filter((e) => e.startsWith('NEW_DEVICE'))
    expect(await news()).toHaveLength(0)
    const again = await signIn(person, { 'x-device-token': person.deviceToken })
    expect(again.body.deviceToken).toBe(person.deviceToken)
    expect(await news()).toHaveLength(0)
    const other = await signIn(person)
    expect(other.body.deviceToken).not.toBe(person.deviceToken)
    expect(await news()).toHaveLength(1)
    const stranger = await app.newOperator()
    const stolen = await signIn(person, { 'x-device-token': stranger.deviceToken })
    expect(stolen.body.deviceToken).not.toBe(stranger.deviceToken)
    expect(await news()).toHaveLength(2)
    const subjects = (await app.mailsTo(person.email)).map((mail) => mail.subject)
    expect(subjects.filter((subject) => /new sign-in/i.test(subject))).toHaveLength(2)
  })

  test('starts a new session each time', async () => {
    const person = await app.newOperator()
    const again = await signIn(person)
    await app.call(logout, { token: person.token })
    expect(await statusOf(person.token)).toBe(401)
    expect(await statusOf(again.body.tokens.accessToken)).toBe(200)
  })

  test('rehashes a weak hash at a sign-in with the right password', async () => {
    const person = await app.newOperator()
    const weak = (await owner.storedPassword(person.user.id))?.passwordHash ?? ''
    const strong = await startApp({ ARGON2_TIME: '2' })
    const strongOwner = await openOwner(strong)
    try {
      const { user, email, password } = await strong.newOperator({ password: person.password })
      const hashNow = async () => (await strongOwner.storedPassword(user.id))?.passwordHash
      const attempt = (typed: string) => strong.call(login, { body: { email, password: typed } })
      await strongOwner.putHash(user.id, weak)
      expect((await attempt('wrong')).status).toBe(401)
      expect(await hashNow()).toBe(weak)
      expect((await attempt(password)).status).toBe(200)
      expect(await hashNow()).toContain('t=2')
      expect((await attempt(password)).status).toBe(200)
    } finally {
      await strongOwner.close()
      await strong.close()
    }
  })
})

describe('signing out', () => {
  test('ends the session, records it and keeps the member session', async () => {
    const person = await app.newOperator()
    const { status, body, headers } = await app.call(logout, { token: person.token, body: {} })
    expect([status, body]).toEqual([200, { success: true }])
    expect(headers['clear-site-data']).toBe('"cache"')
    expect(await statusOf(person.token)).toBe(401)
    expect((await exchange(person.tokens.refreshToken)).status).toBe(401)
    expect(await owner.eventsOf(person.user.id)).toContain('USER_LOGOUT success')
    await app.call(logout, { token: person.token })
    const events = (await owner.eventsOf(person.user.id)).filter((e) => e.startsWith('USER_LOGOUT'))
    expect(events).toHaveLength(1)
  })

  test('succeeds with any input', async () => {
    for (const options of [
      {},
      { token: 'not.a.token' },
      { body: { refreshToken: 'nonsense' } },
      { query: { scope: 'all' } },
      { token: 'x', query: { scope: 'others' } },
    ]) {
      const { status, body } = await app.call(logout, options)
      expect([status, body]).toEqual([200, { success: true }])
    }
  })

  test('accepts a refresh token, also an earlier one, and an expired access token', async () => {
    const [a, b, c] = [await app.newOperator(), await app.newOperator(), await app.newOperator()]
    const next = await exchange(b.tokens.refreshToken)
    await app.call(logout, { body: { refreshToken: a.tokens.refreshToken } })
    await app.call(logout, { body: { refreshToken: b.tokens.refreshToken } })
    app.clock.advance(day)
    await app.call(logout, { token: c.token })
    for (const token of [a.tokens, next.body.tokens, c.tokens])
      expect((await exchange(token.refreshToken)).status).toBe(401)
    const old = await app.newOperator()
    app.clock.advance(31 * day)
    await app.call(logout, { token: old.token })
    expect(await owner.eventsOf(old.user.id)).not.toContain('USER_LOGOUT success')
  })

  test('ends the others or all, only with a valid token', async () => {
    const here = await app.newOperator()
    const there = (await signIn(here)).body
    await app.call(logout, { token: here.token, query: { scope: 'others' } })
    expect(await statusOf(here.token)).toBe(200)
    expect(await statusOf(there.tokens.accessToken)).toBe(401)
    expect(await owner.eventsOf(here.user.id)).toContain('SESSION_REVOKED success')

    const again = (await signIn(here)).body
    await app.call(logout, { token: here.token, query: { scope: 'all' } })
    expect(await statusOf(here.token)).toBe(401)
    expect(await statusOf(again.tokens.accessToken)).toBe(401)

    const [late, other] = [(await signIn(here)).body, (await signIn(here)).body]
    app.clock.advance(2 * 3_600_000)
    const token = late.tokens.accessToken
    const { status } = await app.call(logout, { token, query: { scope: 'others' } })
    expect(status).toBe(200)
    expect((await exchange(other.tokens.refreshToken)).status).toBe(200)
    expect((await exchange(late.tokens.refreshToken)).status).toBe(200)
  })
})

describe('with REQUIRE_VERIFIED_EMAIL=login', () => {
  test('refuses an unverified address and mails the link again', async () => {
    const strict = await startApp({ REQUIRE_VERIFIED_EMAIL: 'login' })
    try {
      const email = `${randomUUID()}@example.com`
      const password = 'correct horse battery'
      await strict.call(api.identity.accounts.register, {
        body: { firstName: 'Ada', lastName: 'Alba', email, password },
      })
      strict.clock.advance(120_000)
      const attempt = (typed: string) => strict.call(login, { body: { email, password: typed } })
      const [wrong, right] = [await attempt('wrong'), await attempt(password)]
      expect(without(right.body)).toEqual(without(wrong.body))
      expect(right.body['message']).toBe(
        'Invalid email or password, or the address is not verified yet.',
      )
      expect(await strict.mailsTo(email)).toHaveLength(2)
      const token = await strict.mailedToken(email, 'verify-email')
      await strict.call(api.identity.accounts.verifyEmail, { body: { token } })
      expect((await attempt(password)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})
