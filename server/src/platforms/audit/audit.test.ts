import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { AuditEntry } from '@stowage/contract/platforms/audit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { arrange, linkOperator } from '../../../test/arrange.ts'
import { hashesDuring } from '../../../test/timing.ts'

const { audit, tenantSessions, directory } = api.platforms

let world: TestApp
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let bob: Awaited<ReturnType<TestApp['newOperator']>>
let first: Awaited<ReturnType<TestApp['newPlatform']>>
let second: Awaited<ReturnType<TestApp['newPlatform']>>
let theirs: Awaited<ReturnType<TestApp['newPlatform']>>
let member: Awaited<ReturnType<TestApp['newMember']>>
beforeAll(async () => {
  world = await startApp()
  alice = await world.newOperator()
  bob = await world.newOperator()
  first = await world.newPlatform(alice)
  second = await world.newPlatform(alice)
  theirs = await world.newPlatform(bob)
  member = await world.newMember(alice, first, { email: `100%_me-${randomUUID()}@example.com` })
  await world.newMember(alice, first)
  await world.newMember(bob, theirs)
  await world.call(tenantSessions.login, {
    params: { slug: first.slug },
    body: { email: member.email, password: 'wrong' },
  })
  // Notes the view now, so that it does not count among the events of a later test.
  for (const operator of [alice, bob]) await list({}, operator)
})
afterAll(() => world.close())

const list = (query: Record<string, string>, operator: { token: string } = alice) =>
  world.call(audit.list, { token: operator.token, query })
const actions = (logs: readonly AuditEntry[]) => logs.map(({ action }) => action)

describe('the log', () => {
  test('I11 shows events of one’s platforms and one’s own, and no others, newest first', async () => {
    const { status, body } = await list({ limit: '100' })
    expect(status).toBe(200)
    expect(body.total).toBe(body.logs.length)
    for (const { platformId, actorId } of body.logs)
      if (platformId === null) expect(actorId).toBe(alice.user.id)
      else expect([first.id, second.id]).toContain(platformId)
    const order = body.logs.map(({ createdAt, _id }) => `${createdAt} ${_id}`)
    expect(order).toEqual(order.toSorted().reverse())
    expect(actions(body.logs)).toEqual(
      expect.arrayContaining(['USER_LOGIN', 'PLATFORM_CREATED', 'TENANT_LOGIN_FAILED']),
    )
  })

  test('tells who, where and what', async () => {
    const { body } = await list({ action: 'MEMBER_CREATED', actorEmail: alice.email })
    expect(body.logs.at(-1)).toEqual({
      _id: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      action: 'MEMBER_CREATED',
      outcome: 'success',
      actorEmail: alice.email,
      actorId: alice.user.id,
      actorType: 'operator',
      platformId: first.id,
      platformSlug: first.slug,
      ip: '127.0.0.1',
      userAgent: 'test',
      target: { type: 'member', id: member.id, name: member.email },
      metadata: { role: '', permissions: [] },
    })
  })

  test('is shown to an auditor, and to no role without the right', async () => {
    const of = async (role: string) => {
      const operator = await linkOperator(world, second, role)
      const { body } = await list({ limit: '100' }, operator)
      return new Set(body.logs.map(({ platformId }) => platformId))
    }
    expect(await of('auditor')).toEqual(new Set([second.id, null]))
    expect(await of('viewer')).toEqual(new Set([null]))
  })

  test('pages without gaps or repeats', async () => {
    const all = await list({ limit: '100', platformId: first.id })
    const pages: AuditEntry[] = []
    for (let offset = 0; offset < all.body.total; offset += 2) {
      const { body } = await list({
        limit: '2',
        offset: String(offset),
        platformId: first.id,
      })
      expect(body.total).toBe(all.body.total)
      pages.push(...body.logs)
    }
    expect(pages).toEqual(all.body.logs)
    const beyond = await list({ offset: '100000', platformId: first.id })
    expect(beyond.body).toEqual({ logs: [], total: all.body.total, capped: false })
  })

  test('notes that it was read, once an hour', async () => {
    const carol = await world.newOperator()
    const views = async () =>
      (await list({ action: 'AUDIT_LOG_VIEWED' }, carol)).body.logs.map(({ actorId }) => actorId)
    expect(await views()).toEqual([])
    expect(await views()).toEqual([carol.user.id])
    world.clock.advance(3_500_000)
    expect(await views()).toEqual([carol.user.id])
    world.clock.advance(101_000)
    const { body } = await world.call(api.identity.sessions.login, {
      body: { email: carol.email, password: carol.password },
    })
    carol.token = body.tokens.accessToken
    await views()
    expect(await views()).toEqual([carol.user.id, carol.user.id])
    // The clock has outlived the other sessions.
    for (const operator of [alice, bob]) {
      const again = await world.call(api.identity.sessions.login, { body: operator })
      operator.token = again.body.tokens.accessToken
    }
  })

  test.each(['DELETE', 'PUT', 'PATCH', 'POST'] as const)(
    'L05 cannot be changed by %s',
    async (method) => {
      for (const url of ['/api/v1/logs', `/api/v1/logs/${randomUUID()}`]) {
        const answer = await world.app.inject({
          method,
          url,
          payload: {},
          headers: { authorization: `Bearer ${alice.token}` },
        })
        expect([404, 405]).toContain(answer.statusCode)
      }
    },
  )

  test('cannot be changed by the server either', async () => {
    const { db } = world
    const someId = randomUUID()
    await expect(
      db.updateTable('audit.auditLog').set({ action: 'X' }).where('id', '=', someId).execute(),
    ).rejects.toThrow(/permission denied/)
    await expect(db.deleteFrom('audit.auditLog').execute()).rejects.toThrow(/permission denied/)
    await expect(arrange(world, 'update audit.audit_log set action = action')).rejects.toThrow(
      /only appended/,
    )
    await expect(arrange(world, 'truncate audit.audit_log')).rejects.toThrow(/only appended/)
  })

  test('gives a search up after two seconds, without signing anybody out', async () => {
    const holder = new pg.Client({ connectionString: world.ownerUrl })
    await holder.connect()
    await holder.query('begin; lock table audit.audit_log in access exclusive mode')
    const begun = Date.now()
    const { status, body, headers } = await list({})
    await holder.end()
    expect([status, body['code'], headers['retry-after']]).toEqual([503, 'unavailable', '5'])
    expect(Date.now() - begun).toBeLessThan(2_900)
  })

  test('shows a connection without an account nothing', async () => {
    expect(await world.db.selectFrom('audit.auditLog').select('id').execute()).toEqual([])
  })
})

describe('L07 the filters', () => {
  const found = async (query: Record<string, string>) => (await list(query)).body.logs

  test('by action compare without regard to case, exactly or from the start', async () => {
    await arrange(
      world,
      `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id, request_id)
       values (gen_random_uuid(), now(), 'TENANTXLOGIN', 'success', 'system', $1, 'r')`,
      [second.id],
    )
    expect(new Set(actions(await found({ action: 'tenant_login' })))).toEqual(
      new Set(['TENANT_LOGIN']),
    )
    expect(new Set(actions(await found({ action: 'Tenant_*' })))).toEqual(
      new Set(['TENANT_LOGIN', 'TENANT_LOGIN_FAILED']),
    )
    expect(await found({ action: 'TENANT' })).toEqual([])
    expect(actions(await found({ action: 'TENANTXLOGIN*' }))).toEqual(['TENANTXLOGIN'])
    expect(await found({ action: 'NO_SUCH_ACTION' })).toEqual([])
  })

  test('by address take every character as itself', async () => {
    const ofMember = await found({ actorEmail: member.email.toUpperCase() })
    expect(actions(ofMember)).toEqual(['TENANT_LOGIN_FAILED', 'TENANT_LOGIN'])
    expect(await found({ actorEmail: '100%_ME' })).toEqual(ofMember)
    expect(await found({ actorEmail: '%' })).toEqual(ofMember)
    expect(await found({ actorEmail: '_me-' })).toEqual(ofMember)
    expect(await found({ actorEmail: 'a%z' })).toEqual([])
    expect(await found({ actorEmail: '\\' })).toEqual([])
  })

  test('by platform take its id or a path that leads to it', async () => {
    const byId = await found({ platformId: first.id })
    expect(new Set(byId.map(({ platformId }) => platformId))).toEqual(new Set([first.id]))
    expect(await found({ platformId: first.id.toUpperCase() })).toEqual(byId)
    expect(await found({ platformId: first.slug })).toEqual(byId)

    const moved = await world.newPlatform(alice)
    await world.call(directory.update, {
      token: alice.token,
      params: { platformId: moved.id },
      body: { slug: `m-${randomUUID()}` },
    })
    expect(actions(await found({ platformId: moved.slug }))).toContain('PLATFORM_SLUG_CHANGED')
  })

  test('by time begin at one moment and end before another, whatever its zone', async () => {
    const all = await found({ platformId: first.id })
    const [newest, second, ...older] = all
    if (!newest || !second) throw new Error('there are too few events')
    const at = (shiftMs: number) => new Date(Date.parse(second.createdAt) + shiftMs).toISOString()
    expect(await found({ platformId: first.id, to: second.createdAt })).toEqual(
      older.filter(({ createdAt }) => createdAt < second.createdAt),
    )
    const inOslo = second.createdAt.replace(/T(\d\d)/, (_, hour: string) => {
      return `T${String((Number(hour) + 1) % 24).padStart(2, '0')}`
    })
    if (!second.createdAt.includes('T23'))
      expect(await found({ platformId: first.id, from: inOslo.replace('Z', '+01:00') })).toEqual(
        all.filter(({ createdAt }) => createdAt >= second.createdAt),
      )
    expect(await found({ platformId: first.id, from: at(0), to: at(1) })).toContainEqual(second)
    expect(await found({ from: '2099-01-01' })).toEqual([])
    expect(await found({ to: '1999-01-01' })).toEqual([])
  })

  test('go together, and the total counts what they leave', async () => {
    const { body } = await list({
      ...{ action: 'tenant_*', actorEmail: member.email, platformId: first.slug },
      ...{ limit: '1', from: '2020-01-01' },
    })
    expect(actions(body.logs)).toEqual(['TENANT_LOGIN_FAILED'])
    expect([body.total, body.capped]).toEqual([2, false])
  })

  test('an event to begin below gives pages that do not shift', async () => {
    const all = await found({ platformId: first.id })
    const { body } = await list({ platformId: first.id, limit: '2', before: all[1]?._id ?? '' })
    expect(body.logs).toEqual(all.slice(2, 4))
    expect(body.total).toBe(all.length)
    const [hidden] = (await list({ platformId: theirs.id }, bob)).body.logs
    for (const before of [hidden?._id ?? '', randomUUID()])
      expect((await list({ platformId: first.id, before })).body.logs).toEqual([])
  })

  test.each([
    () => theirs.id,
    () => theirs.slug,
    () => randomUUID(),
    () => 'no-such-platform',
    () => "' or '1'='1",
    () => '%',
    () => '../x',
  ])('by a platform that is not visible find nothing (%#)', async (platformId) => {
    const { status, body } = await list({ platformId: platformId() })
    expect([status, body]).toEqual([200, { logs: [], total: 0, capped: false }])
  })

  test.each([
    ['limit=0', 400],
    ['limit=-1', 400],
    ['limit=abc', 400],
    ['limit=NaN', 400],
    ['limit=1.5', 400],
    ['limit=1e9', 400],
    ['limit[]=1', 400],
    ['limit=1&limit=2', 400],
    ['offset=-1', 400],
    ['offset=99999999', 400],
    ['offset=100001', 400],
    ['action=A%20B', 400],
    [`action=${'A'.repeat(65)}`, 400],
    ["action='%3B--", 400],
    ['before=1', 400],
    ["before='%20or%201=1", 400],
    ['from=yesterday', 400],
    ['from=2030-02-30', 400],
    ['to=1e9', 400],
    ['from=0000-01-01', 200],
    ['to=9999-12-31T23:59:59.999999-14:00', 200],
    ['actorEmail=%25', 200],
    ['limit=1000', 200],
    ['unknown=1&unknown=2', 200],
  ])('R11 %s is answered %i', async (query, status) => {
    const ask = async () => {
      const answer = await world.app.inject({
        url: `/api/v1/logs?${query}`,
        headers: { authorization: `Bearer ${alice.token}` },
      })
      expect(answer.statusCode).toBe(status)
    }
    // A second.
    expect(await hashesDuring(ask)).toBeLessThan(40)
  })
})
