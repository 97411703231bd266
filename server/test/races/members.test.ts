import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../app.ts'
import { arrange, eventsOf, linkOperator } from '../arrange.ts'
import { concurrently, contenders, statuses } from './concurrently.ts'

const { directory, members, tenantSessions } = api.platforms
const app = await sharedApp()
const alice = await app.newOperator()

const rows = async (sql: string, values: unknown[]) => (await arrange(app, sql, values)).length

describe('concurrently', () => {
  test('one of many creates a member for an address', async () => {
    const platform = await app.newPlatform(alice)
    const email = `${randomUUID()}@example.com`
    const answers = await concurrently(contenders, () =>
      app.call(members.create, {
        token: alice.token,
        params: { platformId: platform.id },
        body: { email, password: 'member password' },
      }),
    )
    expect(statuses(answers)).toEqual({ 201: 1, 409: contenders - 1 })
    expect(await app.mailsTo(email)).toHaveLength(1)
  })

  test('no request removes or demotes the owner', async () => {
    const platform = await app.newPlatform(alice)
    const admin = await linkOperator(app, platform, 'admin')
    const params = { platformId: platform.id }
    const { body } = await app.call(directory.details, { token: alice.token, params })
    const memberId = body.platform.owner?.id ?? ''
    const answers = await concurrently(contenders, async (i) => {
      const { token } = i % 2 ? alice : admin
      const { status } =
        i % 4 < 2
          ? await app.call(members.remove, { token, params, body: { memberId } })
          : await app.call(members.setPermissions, {
              token,
              params,
              body: { memberId, role: 'admin' },
            })
      return { status }
    })
    expect(statuses(answers)).toEqual({ 409: contenders })
    expect(
      await rows(`select from tenant.members where platform_id = $1 and role = 'owner'`, [
        platform.id,
      ]),
    ).toBe(1)
  })

  test('changes of one role are applied one after another', async () => {
    const platform = await app.newPlatform(alice)
    const { id: memberId } = await app.newMember(alice, platform, { role: 'start' })
    const params = { platformId: platform.id }
    const answers = await concurrently(contenders, (i) =>
      app.call(members.setPermissions, {
        token: alice.token,
        params,
        body: { memberId, role: `role ${i}` },
      }),
    )
    expect(statuses(answers)).toEqual({ 200: contenders })
    const changes = (await eventsOf(app, platform.id))
      .filter(({ action }) => action === 'MEMBER_ROLE_CHANGED')
      .map(({ metadata }) => metadata as { from: string; to: string })
    const next = new Map(changes.map(({ from, to }) => [from, to]))
    let role: string | undefined = 'start'
    for (let i = 0; i < contenders; i++) role = next.get(role ?? '')
    const { body } = await app.call(directory.details, { token: alice.token, params })
    expect(role).toBe(body.platform.members[0]?.role)
  })

  test('no session survives a member removed during sign-in', async () => {
    const platform = await app.newPlatform(alice)
    const member = await app.newMember(alice, platform)
    const signIns = concurrently(contenders, () =>
      app.call(tenantSessions.login, {
        params: { slug: platform.slug },
        body: { email: member.email, password: member.password },
      }),
    )
    const removal = await app.call(members.remove, {
      token: alice.token,
      params: { platformId: platform.id },
      body: { memberId: member.id },
    })
    expect(removal.status).toBe(200)
    for (const answer of await signIns) {
      expect([200, 401, 429]).toContain(answer.status)
      if (answer.status !== 200) continue
      const me = await app.call(tenantSessions.me, {
        params: { slug: platform.slug },
        token: answer.body.tokens.accessToken,
      })
      expect(me.status).toBe(401)
    }
    const left = 'select from tenant.member_sessions where member_id = $1'
    expect(await rows(left, [member.id])).toBe(0)
  })

  test('no session survives a platform deleted during sign-in', async () => {
    const platform = await app.newPlatform(alice)
    const member = await app.newMember(alice, platform)
    const { slug } = platform
    const signIns = concurrently(contenders, () =>
      app.call(tenantSessions.login, {
        params: { slug },
        body: { email: member.email, password: member.password },
      }),
    )
    const removal = await app.call(directory.remove, {
      token: alice.token,
      params: { platformId: platform.id },
      body: { slug },
    })
    expect(removal.status).toBe(200)
    for (const answer of await signIns) {
      expect([200, 404, 429]).toContain(answer.status)
      if (answer.status !== 200) continue
      const { accessToken, refreshToken } = answer.body.tokens
      const me = await app.call(tenantSessions.me, { params: { slug }, token: accessToken })
      expect(me.status).toBe(404)
      const again = await app.call(tenantSessions.refresh, {
        params: { slug },
        body: { refreshToken },
      })
      expect(again.status).toBe(404)
    }
  })

  test('a platform transferred to many members goes to one', async () => {
    const platform = await app.newPlatform(alice)
    const params = { platformId: platform.id }
    const heirs = await concurrently(contenders, () => linkOperator(app, platform, 'admin'))
    const answers = await Promise.all(
      heirs.map(({ memberId }) =>
        app.call(directory.transfer, { token: alice.token, params, body: { memberId } }),
      ),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 422: contenders - 1 })
    for (const { status, body } of answers)
      if (status === 422) expect(body['code']).toBe('permission_denied')
    const owners = await arrange(
      app,
      `select account_id from tenant.members where platform_id = $1 and role = 'owner'`,
      [platform.id],
    )
    expect(owners).toHaveLength(1)
    const events = (await eventsOf(app, platform.id)).map(({ action }) => action)
    expect(events.filter((action) => action === 'PLATFORM_TRANSFERRED')).toHaveLength(1)
    expect(events.filter((action) => action === 'ACCESS_DENIED')).toHaveLength(contenders - 1)
    expect(await app.mailsTo(alice.email)).toContainEqual(
      expect.objectContaining({ subject: 'You handed over a platform' }),
    )
  })

  test('a former owner cannot delete the platform after a transfer', async () => {
    const platform = await app.newPlatform(alice)
    const params = { platformId: platform.id }
    const { memberId, token } = await linkOperator(app, platform, 'admin')
    const [transfer, removal] = await Promise.all([
      app.call(directory.transfer, { token: alice.token, params, body: { memberId } }),
      app.call(directory.remove, {
        token: alice.token,
        params,
        body: { slug: platform.slug },
      }),
    ])
    // Whoever came first has the say about the other.
    expect([
      [200, 422],
      [404, 200],
    ]).toContainEqual([transfer.status, removal.status])
    const after = await app.call(directory.details, { token, params })
    expect(after.status).toBe(transfer.status)
  })

  test('a refresh token without a key works once, and reuse ends the session', async () => {
    const platform = await app.newPlatform(alice)
    const member = await app.newMember(alice, platform)
    const params = { slug: platform.slug }
    const answers = await concurrently(contenders, () =>
      app.call(tenantSessions.refresh, { params, body: member.tokens }),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 401: contenders - 1 })
    const me = await app.call(tenantSessions.me, { params, token: member.token })
    expect(me.status).toBe(401)
    const reuse = (await eventsOf(app, platform.id)).filter(
      ({ action }) => action === 'TOKEN_REUSE_DETECTED',
    )
    expect(reuse).toHaveLength(1)
  })
})
