import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { auditActions } from '@stowage/contract/audit-actions'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { arrange, linkOperator } from '../../../test/arrange.ts'
import { seal } from '../../../test/sealing.ts'

const { audit } = api.platforms
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
const app = await setupApp()
const alice = await app.newOperator()
beforeEach(async () => {
  platform = await app.newPlatform(alice)
  await app.newMember(alice, platform)
  await seal(app)
})

const verify = (platformId: string, { token } = alice) =>
  app.call(audit.verify, { token, query: { platformId } })

const changeFirst = async () => {
  await arrange(app, 'alter table audit.audit_log disable trigger all')
  await arrange(
    app,
    `update audit.audit_log set actor_email = 'x@example.com'
     where id = (select audit_id from audit.audit_seal where chain = $1 and seq = 1)`,
    [platform.id],
  )
  await arrange(app, 'alter table audit.audit_log enable trigger all')
}

test('lists every kind of event', async () => {
  const { status, body } = await app.call(audit.actions, { token: alice.token })
  expect([status, body]).toEqual([200, { actions: [...auditActions] }])
})

describe('verifying a platform’s log', () => {
  test('returns the newest seal of an intact log', async () => {
    const [head] = await arrange(
      app,
      `select seq, encode(hash, 'hex') as hash from audit.audit_seal where chain = $1
       order by seq desc limit 1`,
      [platform.id],
    )
    const { status, body } = await verify(platform.id)
    expect([status, body]).toEqual([
      200,
      {
        platformId: platform.id,
        ok: true,
        head: { seq: Number(head?.['seq']), hash: head?.['hash'] },
        pending: 0,
        firstBadSeq: null,
        checkedAt: expect.stringMatching(/Z$/),
      },
    ])
    expect(body.head?.seq).toBe(3)
  })

  test('accepts a slug and counts pending events', async () => {
    await app.newMember(alice, platform)
    const { body } = await verify(platform.slug.toUpperCase())
    expect(body).toMatchObject({ platformId: platform.id, ok: true, pending: 2 })
  })

  test('reports where the log was changed', async () => {
    await changeFirst()
    expect((await verify(platform.id)).body).toMatchObject({
      ok: false,
      firstBadSeq: 1,
      head: null,
    })
  })

  test('is cached for a minute', async () => {
    const first = await verify(platform.id)
    await changeFirst()
    expect((await verify(platform.id)).body).toEqual(first.body)
    app.clock.advance(61_000)
    expect((await verify(platform.id)).body.ok).toBe(false)
  })

  test('requires permission to read the log and returns 404 to everyone else', async () => {
    const auditor = await linkOperator(app, platform, 'auditor')
    expect((await verify(platform.id, auditor)).status).toBe(200)
    const viewer = await linkOperator(app, platform, 'viewer')
    const bob = await app.newOperator()
    const answers = [
      await verify(platform.id, viewer),
      await verify(platform.id, bob),
      await verify(platform.slug, bob),
      await verify(randomUUID(), bob),
      await verify('no-such-platform', bob),
      await verify('00000000-0000-0000-0000-000000000000', bob),
      await verify(' ', alice),
    ]
    for (const { status, body } of answers)
      expect([status, body['code'], body['message']]).toEqual([
        404,
        'not_found',
        'Platform not found',
      ])
    expect((await app.call(audit.verify, { token: bob.token })).status).toBe(400)
  })

  test('returns 503 when the database does not answer', async () => {
    const holder = new pg.Client({ connectionString: app.ownerUrl })
    await holder.connect()
    await holder.query('begin; lock table audit.audit_seal in access exclusive mode')
    const { status, body, headers } = await verify(platform.id)
    await holder.end()
    expect([status, body['code']]).toEqual([503, 'unavailable'])
    expect(headers['retry-after']).toBeDefined()
    // And is not remembered.
    expect((await verify(platform.id)).status).toBe(200)
  })
})

test('shows no seal to a connection without an account', async () => {
  expect(await app.db.selectFrom('audit.auditSeal').select('seq').execute()).toEqual([])
})
