import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'
import { inviting } from '../../../test/invitations.ts'
import { inTransaction } from '../../database/transactions.ts'
import { changeAccount } from '../../identity/accounts/commands.ts'
import { followAddress } from '../members/commands.ts'

const { directory, members, tenantSessions } = api.platforms
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
const app = await setupApp({ LIMIT_INVITE: '0' })
const people = inviting(app)
beforeEach(async () => {
  alice = await app.newOperator()
  platform = await app.newPlatform(alice)
})

const invited = (email?: string) => people.invited(alice, platform, email)
const accept = (body: Record<string, unknown>, at = platform) => people.accept(at, body)
const look = (token: string, at = platform) => people.look(at, token)
const signIn = (email: string, password: string) =>
  app.call(tenantSessions.login, { params: { slug: platform.slug }, body: { email, password } })
const details = async (by = alice, at = platform) =>
  (await app.call(directory.details, { token: by.token, params: { platformId: at.id } })).body
    .platform
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]
const isDead = async (token: string) => {
  const body = { token, password: 'member password' }
  for (const answer of [await look(token), await accept(body)]) {
    expect(outcome(answer)).toEqual([400, 'invalid_token'])
    expect(answer.body['message']).toBe('Invalid or expired invitation. Ask for a new one.')
  }
}

describe('accepting an invitation', () => {
  test('with a password creates a member of this platform only', async () => {
    const { email, id, token } = await invited()
    expect((await look(token)).body).toEqual({
      email,
      platformName: expect.any(String),
      needsPassword: true,
    })
    const given = { token, password: 'member password', firstName: ' Mo ', lastName: 'Moll' }
    const { status, body } = await accept(given)
    expect(status).toBe(200)
    expect(body).toEqual({
      message: expect.stringContaining('You can now sign in.'),
      member: {
        id,
        email,
        firstName: 'Mo',
        lastName: 'Moll',
        status: 'active',
        role: '',
        permissions: [],
      },
    })
    expect((await eventsOf(app, platform.id)).at(-1)).toMatchObject({
      action: 'MEMBER_JOINED',
      actor_type: 'tenant_user',
      actor_id: id,
      actor_email: email,
      target_id: id,
      metadata: { linked: false },
    })
    const signedIn = await signIn(email, 'member password')
    expect(signedIn.body.user).toMatchObject({ id, mustChangePassword: false })
    const { login } = api.identity.sessions
    const asOperator = { body: { email, password: 'member password' } }
    expect((await app.call(login, asOperator)).status).toBe(401)
    await isDead(token)
    expect(outcome(await people.invite(alice, platform, email))).toEqual([409, 'member_exists'])
  })

  test('with a verified account links it with its password and name', async () => {
    const bob = await app.newOperator()
    const { email, id, token } = await invited(bob.email)
    await app.call(members.setPermissions, {
      token: alice.token,
      params: { platformId: platform.id },
      body: { memberId: id, role: 'auditor' },
    })
    const mine = async () =>
      (await app.call(directory.mine, { token: bob.token })).body.platforms.map((p) => p.id)
    expect(await mine()).toEqual([])
    expect((await look(token)).body.needsPassword).toBe(false)
    // A password that comes along opens nothing.
    const { status, body } = await accept({ token, password: 'chosen by a stranger' })
    expect(status).toBe(200)
    expect(body.member).toMatchObject({ firstName: 'Ada', lastName: 'Alba', status: 'active' })
    expect((await signIn(email, 'chosen by a stranger')).status).toBe(401)
    expect((await signIn(email, bob.password)).status).toBe(200)
    expect(await mine()).toEqual([platform.id])
    const [listed] = (await details()).members
    expect(listed?.can).toEqual(['platform.read', 'members.read', 'audit.read'])
  })

  test('lists the platform in the dashboard only for roles with permissions', async () => {
    const bob = await app.newOperator()
    await accept({ token: (await invited(bob.email)).token })
    expect((await app.call(directory.mine, { token: bob.token })).body.platforms).toEqual([])
    expect((await details(bob)).viewer.can).toEqual(['platform.read'])
  })

  test('gives nothing to an unverified account, not even later', async () => {
    const eve = await app.newOperator({ verified: false })
    const { email, token } = await invited(eve.email)
    expect((await look(token)).body.needsPassword).toBe(true)
    expect((await accept({ token, password: 'member password' })).status).toBe(200)
    expect((await signIn(email, eve.password)).status).toBe(401)
    const verify = await app.mailedToken(email, 'verify-email')
    await app.call(api.identity.accounts.verifyEmail, { body: { token: verify } })
    await inTransaction(app.db, {}, (tx) => followAddress(tx, eve.user.id, app.clock.now()))
    expect((await signIn(email, eve.password)).status).toBe(401)
    expect((await signIn(email, 'member password')).status).toBe(200)
    expect((await details()).members[0]?.can).toEqual([])
  })

  test('does not link a closed account', async () => {
    const bob = await app.newOperator()
    const { token } = await invited(bob.email)
    await app.call(api.identity.accounts.deleteAccount, { token: bob.token, body: {} })
    expect((await look(token)).body.needsPassword).toBe(true)
    expect((await accept({ token })).status).toBe(400)
  })

  test.each([
    [{}, 400, 'validation_failed'],
    [{ password: '' }, 400, 'validation_failed'],
    [{ password: '12345' }, 400, 'validation_failed'],
    [{ password: 'x'.repeat(257) }, 400, 'validation_failed'],
    [{ password: 'password' }, 422, 'password_too_common'],
  ])('with %j returns %i %s and keeps the link valid', async (given, status, code) => {
    const { token } = await invited()
    const refused = await accept({ token, ...given })
    expect(outcome(refused)).toEqual([status, code])
    if (status === 400) expect(refused.body['details']).toMatchObject([{ path: 'password' }])
    expect((await accept({ token, password: 'member password' })).status).toBe(200)
  })

  test('returns the same for another platform, another token and no token', async () => {
    const { token } = await invited()
    const other = await app.newPlatform(alice)
    for (const [wrong, at] of [
      [token, other],
      ['A'.repeat(43), platform],
      [`${token}x`, platform],
      ['', platform],
    ] as const) {
      expect(outcome(await look(wrong, at))).toEqual([400, 'invalid_token'])
      const body = { token: wrong, password: 'member password' }
      expect(outcome(await accept(body, at))).toEqual([400, 'invalid_token'])
    }
    expect((await look(token)).status).toBe(200)
  })

  test('opens a page first, which does not consume the link', async () => {
    const { token } = await invited()
    const path = `/api/v1/tenant/${platform.slug}/invitations/accept?token=${token}`
    for (const method of ['GET', 'HEAD'] as const)
      expect((await app.http.inject({ method, url: path })).statusCode).toBeGreaterThanOrEqual(404)
    for (let i = 0; i < 3; i++) expect((await look(token)).status).toBe(200)
    expect((await accept({ token, password: 'member password' })).status).toBe(200)
  })

  test('works after the platform’s slug changed', async () => {
    const { token } = await invited()
    const slug = `moved-${randomUUID().slice(0, 8)}`
    const params = { platformId: platform.id }
    await app.call(directory.update, { token: alice.token, params, body: { slug } })
    expect((await accept({ token, password: 'member password' })).status).toBe(200)
  })

  test('fails on a suspended platform', async () => {
    const { token } = await invited()
    const set = (status: string) =>
      arrange(app, 'update tenant.platforms set status = $1 where platform_id = $2', [
        status,
        platform.id,
      ])
    await set('suspended')
    expect(outcome(await look(token))).toEqual([404, 'not_found'])
    expect(outcome(await accept({ token }))).toEqual([404, 'not_found'])
    await set('active')
    expect((await look(token)).status).toBe(200)
  })

  test('does not link an account twice', async () => {
    const bob = await linkOperator(app, platform, 'auditor')
    // Bob has since taken the address that was invited meanwhile.
    const { email, token } = await invited()
    await arrange(app, 'update identity.accounts set email = $1, email_key = $1 where id = $2', [
      email,
      bob.user.id,
    ])
    expect(outcome(await accept({ token }))).toEqual([409, 'member_exists'])
    expect((await details()).members.map(({ status }) => status).sort()).toEqual([
      'active',
      'invited',
    ])
  })
})

test('a suspended account is signed out of its platforms permanently', async () => {
  const bob = await app.newOperator()
  await accept({ token: (await invited(bob.email)).token })
  const { tokens } = (await signIn(bob.email, bob.password)).body
  const me = () =>
    app.call(tenantSessions.me, {
      token: tokens.accessToken,
      params: { slug: platform.slug },
    })
  const refresh = () =>
    app.call(tenantSessions.refresh, { params: { slug: platform.slug }, body: tokens })
  const change = (to: 'suspend' | 'restore') =>
    inTransaction(app.db, {}, (tx) => changeAccount(tx, to, bob.email, app.clock.now()))
  expect((await me()).status).toBe(200)
  app.clock.advance(1_000)
  expect(await change('suspend')).toBe('done')
  expect((await me()).status).toBe(401)
  expect(await change('restore')).toBe('done')
  expect((await me()).status).toBe(401)
  expect((await refresh()).status).toBe(401)
  app.clock.advance(1_000)
  expect((await signIn(bob.email, bob.password)).status).toBe(200)
})
