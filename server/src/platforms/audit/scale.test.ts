import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { openOwner } from '../../../test/owner.ts'

const { audit } = api.platforms
const app = await setupApp()
const alice = await app.newOperator()
// 200 platforms of one operator, each with a thousand events: the widest the log is asked to be.
const owner = await openOwner(app)
await owner.rowsOf(
  `insert into tenant.platforms (platform_id, name, slug, created_at, updated_at)
   select gen_random_uuid(), 'P', 's-' || n, now(), now() from generate_series(1, 200) n`,
)
await owner.rowsOf(
  `insert into tenant.members (platform_id, id, email, email_key, first_name, last_name,
     account_id, role, created_at, updated_at)
   select platform_id, gen_random_uuid(), 'a@b.c', 'a@b.c', '', '', $1, 'owner', now(), now()
   from tenant.platforms`,
  [alice.user.id],
)
// Without the triggers, which would note the values and queue what nobody seals here, row by row.
await owner.rowsOf('set session_replication_role = replica')
await owner.rowsOf(
  `insert into audit.audit_log (id, created_at, action, outcome, actor_type, actor_id,
     actor_email, platform_id, request_id)
   select gen_random_uuid(), now() - n * interval '1 second', 'TENANT_LOGIN', 'success',
     'operator', $1, n || '@example.com', platform_id, 'r'
   from tenant.platforms cross join generate_series(1, 1000) n`,
  [alice.user.id],
)
await owner.rowsOf(
  `insert into audit.audit_values (platform_id, kind, value, audit_id)
   select distinct on (platform_id, kind, value) platform_id, kind, value, id
   from audit.audit_log, lateral (values ('action', action), ('actor_email', actor_email)) noted (kind, value)
   where platform_id is not null`,
)
await owner.rowsOf('analyze')
await owner.close()

const scans = async () => {
  const [row] = await arrange(
    app,
    `select seq_scan::int as sequential, idx_scan::int as indexed, idx_tup_fetch::int as fetched
     from pg_stat_user_tables where schemaname = 'audit' and relname = 'audit_log'`,
  )
  return row as { sequential: number; indexed: number; fetched: number }
}

test.each([{}, { action: 'TENANT_LOGIN' }, { action: 'tenant_*' }, { from: '2020-01-01' }])(
  'reads the first page of 200 000 events from a small part of an index (%j)',
  async (query) => {
    const before = await scans()
    let after = before
    // The server's connections publish what they counted about once a second.
    let calls = 0
    for (; after.indexed <= before.indexed && calls < 20; calls++) {
      const { status, body } = await app.call(audit.list, { token: alice.token, query })
      expect([status, body.logs.length]).toEqual([200, 50])
      expect([body.total, body.capped]).toEqual([10_000, true])
      await sleep(600)
      after = await scans()
    }
    expect(after.indexed).toBeGreaterThan(before.indexed)
    expect(after.sequential).toBe(before.sequential)
    // Mostly for the total, which looks at ten thousand.
    expect((after.fetched - before.fetched) / calls).toBeLessThan(30_000)
  },
)

test('does not recount a total above ten thousand for the next page', async () => {
  const pageAt = async (offset: number) => {
    const query = { action: 'tenant_l*', offset: String(offset) }
    const { body } = await app.call(audit.list, { token: alice.token, query })
    expect([body.logs.length, body.total, body.capped]).toEqual([50, 10_000, true])
    await sleep(600)
  }
  await pageAt(0)
  const before = await scans()
  for (let offset = 50; offset <= 300; offset += 50) await pageAt(offset)
  const after = await scans()
  expect(after.indexed).toBeGreaterThan(before.indexed)
  // Six counts would have looked at sixty thousand.
  expect(after.fetched - before.fetched).toBeLessThan(30_000)
})
