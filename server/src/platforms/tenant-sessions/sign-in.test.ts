import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { openHasher } from '../../crypto/hashing.ts'

const { tenantSessions, members } = api.platforms
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
const suspend = () =>
  arrange(app, `update tenant.platforms set status = 'suspended' where platform_id = $1`, [
    platform.id,
  ])
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object
const withoutRequest = ({ requestId: _, ...body }: Record<string, unknown>) => body

describe('signing in as a member', () => {
  test('returns the member, tokens bound to the platform and a device token', async () => {
    const { status, body } = await signIn({
      email: ` ${member.email.toUpperCase()} `,
      password: member.password,
    })
    expect(status).toBe(200)
    expect(body.user).toEqual({
      id: member.id,
      email: member.email,
      firstName: '',
      lastName: '',
      role: 'picker',
      permissions: ['stock.read'],
      platformId: platform.id,
      platformSlug: platform.slug,
      mustChangePassword: true,
      usesAccountPassword: false,
      version: 1,
    })
    const claims = claimsOf(body.tokens.accessToken)
    expect(claims).toMatchObject({
      aud: 'stowage:tenant',
      sub: member.id,
      platformId: platform.id,
      platformSlug: platform.slug,
    })
    expect(JSON.stringify(claims)).not.toContain(member.email)
    expect((await me(body.tokens.accessToken)).body.user).toEqual(body.user)
  })

  test('records an event with the session', async () => {
    const events = await eventsOf(app, platform.id)
    expect(events.at(-1)).toMatchObject({
      action: 'TENANT_LOGIN',
      outcome: 'success',
      actor_type: 'tenant_user',
      actor_id: member.id,
      actor_email: member.email,
      platform_slug: platform.slug,
      ip: '127.0.0.1',
      user_agent: 'test',
      session_id: expect.any(String),
      metadata: { amr: ['pwd'] },
    })
  })

  test('works for the owner with the current password of the account', async () => {
    const { status, body } = await withPassword(alice)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      role: 'owner',
      email: alice.email,
      mustChangePassword: false,
    })
    const token = body.tokens.accessToken
    expect((await me(token)).status).toBe(200)

    app.clock.advance(1000)
    await arrange(app, 'update identity.credentials set changed_at = $1 where account_id = $2', [
      app.clock.now(),
      alice.user.id,
    ])
    expect((await me(token)).status).toBe(401)
    expect((await refresh(body.tokens.refreshToken)).status).toBe(401)
  })

  test('N07 is refused alike for every reason', async () => {
    const removed = await app.newMember(alice, platform)
    await app.call(members.remove, {
      token: alice.token,
      params: { platformId: platform.id },
      body: { memberId: removed.id },
    })
    const invited = await app.newMember(alice, platform)
    await arrange(app, `update tenant.members set status = 'invited' where id = $1`, [invited.id])
    const elsewhere = await app.newPlatform(alice)
    const stranger = await app.newMember(alice, elsewhere)

    const refusals = [
      await signIn({ email: 'nobody@example.com', password: 'whatever' }),
      await signIn({ email: 'not an address', password: 'whatever' }),
      await signIn({ email: member.email, password: 'wrong' }),
      await signIn({ email: member.email, password: '' }),
      await signIn({ email: member.email, password: 'x'.repeat(300) }),
      await signIn({ email: alice.email, password: member.password }),
      await withPassword(removed),
      await withPassword(invited),
      await withPassword(stranger),
    ]
    for (const refusal of refusals) {
      expect(refusal.status).toBe(401)
      expect(withoutRequest(refusal.body)).toEqual({
        message: 'Invalid email or password',
        error: 'invalid_credentials',
        code: 'invalid_credentials',
        details: [],
      })
    }
  })

  test('records a failure without text that is no address', async () => {
    const fail = async (email: string) => {
      expect((await signIn({ email, password: 'wrong' })).status).toBe(401)
      return (await eventsOf(app, platform.id)).at(-1)
    }
    const failed = { action: 'TENANT_LOGIN_FAILED', outcome: 'failure' }
    expect(await fail(member.email)).toMatchObject({
      ...failed,
      actor_type: 'tenant_user',
      actor_id: member.id,
      actor_email: member.email,
      metadata: { reason: 'wrong_password' },
    })
    const unknown = { ...failed, actor_type: 'anonymous', actor_id: null }
    expect(await fail('who@example.com')).toMatchObject({
      ...unknown,
      actor_email: 'who@example.com',
    })
    expect(await fail('correct horse battery')).toMatchObject({ ...unknown, actor_email: null })
  })

  test('reveals a suspended platform only with the right password', async () => {
    await suspend()
    expect(outcome(await signIn({ ...member, password: 'wrong' }))).toEqual([
      401,
      'invalid_credentials',
    ])
    expect(outcome(await withPassword(member))).toEqual([403, 'platform_suspended'])
    expect((await eventsOf(app, platform.id)).at(-1)).toMatchObject({
      action: 'TENANT_LOGIN_FAILED',
      metadata: { reason: 'platform_suspended' },
    })
  })

  test('reveals a suspended account only with the right password', async () => {
    const { tokens } = (await withPassword(alice)).body
    await arrange(app, `update identity.accounts set status = 'suspended' where id = $1`, [
      alice.user.id,
    ])
    expect((await signIn({ email: alice.email, password: 'wrong' })).status).toBe(401)
    expect(outcome(await withPassword(alice))).toEqual([403, 'account_suspended'])
    expect((await me(tokens.accessToken)).status).toBe(401)
    expect((await refresh(tokens.refreshToken)).status).toBe(401)
  })

  test.each([
    {},
    { email: 'a@example.com' },
    { password: 'x' },
    { email: { $ne: null }, password: { $gt: '' } },
  ])('refuses %j', async (body) =>
    expect(outcome(await signIn(body))).toEqual([400, 'validation_failed']),
  )

  test.each(['no-such-platform', '%00', "' or '1'='1", 'dashboard'])(
    'returns 404 at %j',
    async (slug) => {
      const answer = await signIn({ email: member.email, password: member.password }, { slug })
      expect([answer.status, answer.body['message']]).toEqual([404, 'Platform not found'])
    },
  )

  test('reports an unknown device after the first sign-in', async () => {
    const newDevices = async () =>
      (await eventsOf(app, platform.id)).filter(({ action }) => action === 'NEW_DEVICE_LOGIN')
    const send = (deviceToken: string) =>
      signIn(
        { email: member.email, password: member.password },
        { headers: { 'x-device-token': deviceToken } },
      )
    expect(await newDevices()).toEqual([])
    expect((await send(member.deviceToken)).body.deviceToken).toBe(member.deviceToken)
    expect(await newDevices()).toEqual([])
    const other = await app.newMember(alice, platform)
    await send(other.deviceToken)
    expect(await newDevices()).toMatchObject([{ actor_id: member.id }])
    const mails = await app.mailsTo(member.email)
    expect(mails.map(({ subject }) => subject)).toContain('New sign-in to your account')
  })

  test('rehashes a hash weaker than configured', async () => {
    const hashes = async () => {
      const [row] = await arrange(
        app,
        'select password_hash, changed_at from tenant.member_credentials where member_id = $1',
        [member.id],
      )
      return row
    }
    const { config, secrets } = app.context
    const weak = openHasher({ config: { ...config, argon2MemoryKib: 32 }, secrets })
    const { passwordHash: weaker } = await weak.hash(member.password)
    expect(weaker).toContain('m=32')
    await arrange(
      app,
      'update tenant.member_credentials set password_hash = $1 where member_id = $2',
      [weaker, member.id],
    )
    const before = await hashes()
    expect((await withPassword(member)).status).toBe(200)
    const after = await hashes()
    expect(after).toMatchObject({ changed_at: before?.['changed_at'] })
    expect(after?.['password_hash']).toContain('m=64')
    expect((await withPassword(member)).status).toBe(200)
  })
})
