import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { AuditEntry } from '@stowage/contract/platforms/audit'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange, linkOperator } from '../../../test/arrange.ts'
import { actionsOf, fillLog } from '../../../test/audit-log.ts'
const app = await setupApp()
const { alice, bob, first, second, member, list } = await fillLog(app)

describe('the audit log', () => {
  test('I11 shows events of one’s platforms and of oneself only, newest first', async () => {
    const { status, body } = await list({ limit: '100' })
    expect(status).toBe(200)
    expect(body.total).toBe(body.logs.length)
    for (const { platformId, actorId } of body.logs)
      if (platformId === null) expect(actorId).toBe(alice.user.id)
      else expect([first.id, second.id]).toContain(platformId)
    const order = body.logs.map(({ createdAt, _id }) => `${createdAt} ${_id}`)
    expect(order).toEqual(order.toSorted().reverse())
    expect(actionsOf(body.logs)).toEqual(
      expect.arrayContaining(['USER_LOGIN', 'PLATFORM_CREATED', 'TENANT_LOGIN_FAILED']),
    )
  })

  test('shows who, where and what', async () => {
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

  test('is visible to an auditor, and to no role without the permission', async () => {
    const of = async (role: string) => {
      const operator = await linkOperator(app, second, role)
      const { body } = await list({ limit: '100' }, operator)
      return new Set(body.logs.map(({ platformId }) => platformId))
    }
    expect(await of('auditor')).toEqual(new Set([second.id, null]))
    expect(await of('viewer')).toEqual(new Set([null]))
  })

  test('has pages without gaps or duplicates', async () => {
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

  test('records a view at most once an hour', async () => {
    const carol = await app.newOperator()
    const views = async () =>
      (await list({ action: 'AUDIT_LOG_VIEWED' }, carol)).body.logs.map(({ actorId }) => actorId)
    expect(await views()).toEqual([])
    expect(await views()).toEqual([carol.user.id])
    app.clock.advance(3_500_000)
    expect(await views()).toEqual([carol.user.id])
    app.clock.advance(101_000)
    const { body } = await app.call(api.identity.sessions.login, {
      body: { email: carol.email, password: carol.password },
    })
    carol.token = body.tokens.accessToken
    await views()
    expect(await views()).toEqual([carol.user.id, carol.user.id])
    // The clock has outlived the other sessions.
    for (const operator of [alice, bob]) {
      const again = await app.call(api.identity.sessions.login, { body: operator })
      operator.token = again.body.tokens.accessToken
    }
  })

  test.each(['DELETE', 'PUT', 'PATCH', 'POST'] as const)(
    'L05 cannot be changed by %s',
    async (method) => {
      for (const url of ['/api/v1/logs', `/api/v1/logs/${randomUUID()}`]) {
        const answer = await app.http.inject({
          method,
          url,
          payload: {},
          headers: { authorization: `Bearer ${alice.token}` },
        })
        expect([404, 405]).toContain(answer.statusCode)
      }
    },
  )

  test('cannot be changed by the serving role', async () => {
    const { db } = app
    const someId = randomUUID()
    await expect(
      db.updateTable('audit.auditLog').set({ action: 'X' }).where('id', '=', someId).execute(),
    ).rejects.toThrow(/permission denied/)
    await expect(db.deleteFrom('audit.auditLog').execute()).rejects.toThrow(/permission denied/)
    await expect(arrange(app, 'update audit.audit_log set action = action')).rejects.toThrow(
      /only appended/,
    )
    await expect(arrange(app, 'truncate audit.audit_log')).rejects.toThrow(/only appended/)
  })

  test('ends a search after two seconds without signing anyone out', async () => {
    const holder = new pg.Client({ connectionString: app.ownerUrl })
    await holder.connect()
    await holder.query('begin; lock table audit.audit_log in access exclusive mode')
    const begun = Date.now()
    const { status, body, headers } = await list({})
    await holder.end()
    expect([status, body['code'], headers['retry-after']]).toEqual([503, 'unavailable', '5'])
    expect(Date.now() - begun).toBeLessThan(2_900)
  })

  test('shows nothing to a connection without an account', async () => {
    expect(await app.db.selectFrom('audit.auditLog').select('id').execute()).toEqual([])
  })
})
