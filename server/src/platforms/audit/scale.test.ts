import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'

const { audit } = api.platforms

let world: TestApp
let alice: Awaited<ReturnType<TestApp['newOperator']>>
beforeAll(async () => {
  world = await startApp()
  alice = await world.newOperator()
  // 200 platforms of one operator, each with a thousand events: the widest the log is asked to be.
  await arrange(
    world,
    `with made as (
       insert into tenant.platforms (platform_id, name, slug, created_at, updated_at)
       select gen_random_uuid(), 'P', 's-' || n, now(), now() from generate_series(1, 200) n
       returning platform_id
     ), owned as (
       insert into tenant.members (platform_id, id, email, email_key, first_name, last_name,
         account_id, role, created_at, updated_at)
       select platform_id, gen_random_uuid(), 'a@b.c', 'a@b.c', '', '', $1, 'owner', now(), now()
       from made
     )
     insert into audit.audit_log (id, created_at, action, outcome, actor_type, actor_id,
       actor_email, platform_id, request_id)
     select gen_random_uuid(), now() - n * interval '1 second', 'TENANT_LOGIN', 'success',
       'operator', $1, n || '@example.com', platform_id, 'r'
     from made cross join generate_series(1, 1000) n`,
    [alice.user.id],
  )
  await arrange(world, 'analyze')
})
afterAll(() => world.close())

const scans = async () => {
  const [row] = await arrange(
    world,
    `select seq_scan::int as sequential, idx_scan::int as indexed from pg_stat_user_tables
     where schemaname = 'audit' and relname = 'audit_log'`,
  )
  return row as { sequential: number; indexed: number }
}

test('the first page of 200 000 events comes from indexes alone', async () => {
  const before = await scans()
  let after = before
  // The server's connections publish what they counted about once a second.
  for (let i = 0; after.indexed <= before.indexed && i < 20; i++) {
    const { status, body } = await world.call(audit.list, { token: alice.token })
    expect([status, body.logs.length]).toEqual([200, 50])
    expect([body.total, body.capped]).toEqual([10_000, true])
    await sleep(600)
    after = await scans()
  }
  expect(after.indexed).toBeGreaterThan(before.indexed)
  expect(after.sequential).toBe(before.sequential)
})
