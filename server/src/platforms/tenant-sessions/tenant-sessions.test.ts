import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'

const { tenantSessions } = api.platforms
const hourInMs = 3_600_000
type Member = Awaited<ReturnType<TestApp['newMember']>>
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
let member: Member
const app = await setupApp()
// A new app each time: some of these tests outlive every session.
beforeEach(async () => {
  alice = await app.newOperator()
  platform = await app.newPlatform(alice)
  member = await app.newMember(alice, platform, { role: 'picker', permissions: ['stock.read'] })
})

const signIn = (
  body: Record<string, unknown>,
  { slug = platform.slug, headers = {} }: { slug?: string; headers?: Record<string, string> } = {},
) => app.call(tenantSessions.login, { params: { slug }, body, headers })
const withPassword = ({ email, password }: { email: string; password: string }) =>
  signIn({ email, password })
const me = (token: string, slug = platform.slug) =>
  app.call(tenantSessions.me, { token, params: { slug } })
const refresh = (
  refreshToken: string | undefined,
  headers: Record<string, string> = {},
  slug = platform.slug,
) => app.call(tenantSessions.refresh, { params: { slug }, body: { refreshToken }, headers })
const logout = (
  options: { token?: string; body?: Record<string, unknown> },
  slug = platform.slug,
) => app.call(tenantSessions.logout, { params: { slug }, body: {}, ...options })
const suspend = () =>
  arrange(app, `update tenant.platforms set status = 'suspended' where platform_id = $1`, [
    platform.id,
  ])
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]

describe('the member session', () => {
  test('ends at sign-out with either token', async () => {
    for (const options of [
      { token: member.token },
      { body: { refreshToken: member.tokens.refreshToken } },
    ]) {
      const { body } = await withPassword(member)
      const token = body.tokens.accessToken
      const own =
        'token' in options ? { token } : { body: { refreshToken: body.tokens.refreshToken } }
      expect((await logout(own)).body).toEqual({ success: true })
      expect((await me(token)).status).toBe(401)
      expect((await eventsOf(app, platform.id)).at(-1)).toMatchObject({
        action: 'TENANT_LOGOUT',
        actor_type: 'tenant_user',
        actor_id: member.id,
        session_id: expect.any(String),
      })
    }
    expect((await me(member.token)).status).toBe(200)
  })

  test('survives a sign-out with no, malformed or foreign tokens', async () => {
    const other = await app.newPlatform(alice)
    const before = await eventsOf(app, platform.id)
    for (const answer of [
      await logout({}),
      await logout({ token: 'rubbish' }),
      await logout({ token: alice.token }),
      await logout({ body: { refreshToken: 'v1.rubbish' } }),
      await logout({ body: { refreshToken: alice.tokens.refreshToken } }),
      await logout({ token: member.token }, other.slug),
      await logout({ body: { refreshToken: member.tokens.refreshToken } }, other.slug),
    ])
      expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect((await me(member.token)).status).toBe(200)
    expect(await eventsOf(app, platform.id)).toEqual(before)
  })

  test('I13 is refused on operator routes and other platforms', async () => {
    const other = await app.newPlatform(alice)
    expect((await me(member.token, other.slug)).status).toBe(401)
    expect((await me(alice.token)).status).toBe(401)
    for (const url of [
      'GET /auth/me',
      'GET /platforms/mine',
      `GET /platforms/${platform.id}`,
      'GET /logs',
      'GET /auth/passkeys',
      `PUT /platforms/${platform.id}`,
    ]) {
      const [method, path] = url.split(' ') as ['GET' | 'PUT', string]
      const answer = await app.http.inject({
        method,
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${member.token}` },
        ...(method === 'PUT' && { payload: {} }),
      })
      expect(answer.statusCode).toBe(401)
    }
  })

  test('ends after twelve hours without use and after seven days', async () => {
    const { tokens } = member
    app.clock.advance(12 * hourInMs - 1000)
    let { body } = await refresh(tokens.refreshToken)
    expect(body.user).toMatchObject({ id: member.id })
    for (let hours = 22; hours < 168; hours += 10) {
      app.clock.advance(10 * hourInMs)
      const renewed = await refresh(body.tokens.refreshToken)
      expect(renewed.status).toBe(200)
      body = renewed.body
    }
    app.clock.advance(10 * hourInMs)
    expect(outcome(await refresh(body.tokens.refreshToken))).toEqual([401, 'invalid_refresh_token'])

    const idle = (await withPassword(member)).body
    const renewed = (await refresh((await withPassword(member)).body.tokens.refreshToken)).body
    app.clock.advance(12 * hourInMs)
    for (const { tokens } of [idle, renewed])
      expect((await refresh(tokens.refreshToken)).status).toBe(401)
  })

  test('is refused while the platform is suspended', async () => {
    await suspend()
    expect((await me(member.token)).status).toBe(401)
    expect((await refresh(member.tokens.refreshToken)).status).toBe(401)
  })
})

describe('refreshing', () => {
  test('returns new tokens once', async () => {
    const first = member.tokens
    const second = await refresh(first.refreshToken)
    expect(second.status).toBe(200)
    expect(second.body.user).toMatchObject({ id: member.id, platformId: platform.id })
    expect((await me(second.body.tokens.accessToken)).status).toBe(200)

    expect(outcome(await refresh(first.refreshToken))).toEqual([401, 'invalid_refresh_token'])
    expect((await refresh(second.body.tokens.refreshToken)).status).toBe(401)
    expect((await me(second.body.tokens.accessToken)).status).toBe(401)
    expect((await eventsOf(app, platform.id)).at(-1)).toMatchObject({
      action: 'TOKEN_REUSE_DETECTED',
      outcome: 'failure',
      actor_id: member.id,
    })
    expect((await app.mailsTo(member.email))[0]?.subject).toMatch(/signed you out/)
  })

  test('repeats a lost reply with the same key within a minute', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await refresh(member.tokens.refreshToken, headers)
    app.clock.advance(59_000)
    const again = await refresh(member.tokens.refreshToken, headers)
    expect(again.body).toEqual(first.body)
    expect((await me(first.body.tokens.accessToken)).status).toBe(200)
    app.clock.advance(1_000)
    expect((await refresh(member.tokens.refreshToken, headers)).status).toBe(401)
    expect((await me(first.body.tokens.accessToken)).status).toBe(401)
  })

  test('rotates once for twenty concurrent requests with one key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refresh(member.tokens.refreshToken, headers)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ body }) => body.tokens.refreshToken)).size).toBe(1)
    const [session] = await arrange(
      app,
      'select counter from tenant.member_sessions where member_id = $1 order by created_at desc',
      [member.id],
    )
    expect(session).toEqual({ counter: 1 })
  })

  test('requires a refresh token of a member of this platform', async () => {
    const other = await app.newPlatform(alice)
    expect(outcome(await refresh(undefined))).toEqual([400, 'refresh_token_required'])
    expect(outcome(await refresh(''))).toEqual([400, 'refresh_token_required'])
    for (const answer of [
      await refresh('rubbish'),
      await refresh(alice.token),
      await refresh(member.token),
      await refresh(alice.tokens.refreshToken),
      await refresh(`${member.tokens.refreshToken.slice(0, -4)}AAAA`),
      await refresh(member.tokens.refreshToken, {}, other.slug),
    ])
      expect(outcome(answer)).toEqual([401, 'invalid_refresh_token'])
    const operator = await app.call(api.identity.sessions.refresh, {
      body: { refreshToken: member.tokens.refreshToken },
    })
    expect(operator.status).toBe(401)
    // None of these was a reuse.
    expect((await me(member.token)).status).toBe(200)
    expect((await refresh(member.tokens.refreshToken)).status).toBe(200)
  })
})
