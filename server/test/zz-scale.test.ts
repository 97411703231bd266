import { test } from 'vitest'
import { sql } from 'kysely'
import { startApp } from './app.ts'
import { arrange } from './arrange.ts'
import { inTransaction } from '../src/database/transactions.ts'
import { api } from '@stowage/contract'
import { listEvents, countEvents, readablePlatforms } from '../src/platforms/audit/queries.ts'
test('x', async () => {
  const world = await startApp()
  const alice = await world.newOperator()
  const bob = await world.newOperator()
  const first = await world.newPlatform(alice)
  await arrange(world, `insert into tenant.platforms (platform_id, name, slug, created_at, updated_at)
    select gen_random_uuid(), 'p', 's-' || n, now(), now() from generate_series(1,199) n`)
  await arrange(world, `insert into tenant.members (platform_id,id,email,email_key,first_name,last_name,account_id,role,created_at,updated_at)
    select platform_id, gen_random_uuid(), 'x','x','','', $1, 'owner', now(), now() from tenant.platforms where slug like 's-%'`, [alice.user.id])
  await arrange(world, `insert into audit.audit_log (id, created_at, action, outcome, actor_type, actor_id, actor_email, platform_id, platform_slug, request_id)
   select gen_random_uuid(), now() - n * interval '1 second', (array['TENANT_LOGIN','MEMBER_CREATED','TENANT_LOGIN_FAILED'])[1 + n % 3], 'success','operator', $1, 'a' || (n % 1000) || '@example.com', p.platform_id, p.slug, 'r'
   from (select *, row_number() over () as k from tenant.platforms) p cross join generate_series(1,1000) n`, [alice.user.id])
  await arrange(world, 'analyze')
  for (const [who, query] of [[alice, {}], [alice, {offset: '50000'}], [alice, {actorEmail: 'a77@'}], [alice,{actorEmail:'nobody'}], [alice, {action:'member_*'}], [alice,{platformId: first.slug}], [bob, {}], [alice,{platformId: first.id, actorEmail:'a7@'}]] as const) {
    const t = performance.now()
    const { status, body } = await world.call(api.platforms.audit.list, { token: who.token, query: query as never })
    console.log(JSON.stringify(query), status, body.total, body.logs?.length, Math.round(performance.now() - t), 'ms')
  }
  const explain = async (offset: number, fn: typeof listEvents | typeof countEvents) =>
  inTransaction(world.db, { accountId: alice.user.id }, async (tx) => {
    const ids = await readablePlatforms(tx, alice.user.id)
    const spy = tx as any
    const exec = spy.getExecutor().constructor.prototype
    const compiled: any[] = []
    const original = exec.executeQuery
    exec.executeQuery = function (q: any, ...rest: any[]) { compiled.push(q); return original.call(this, q, ...rest) }
    await fn(tx, { platformIds: ids, ownAccountId: alice.user.id }, { limit: 50, offset })
    exec.executeQuery = original
    const q = compiled[0]
    const r = await tx.executeQuery({ ...q, sql: 'explain (analyze, buffers) ' + q.sql } as any)
    return (r.rows as any[]).map((x) => Object.values(x)[0]).join('\n')
  })
  console.log(await explain(0, listEvents))
  console.log(await explain(0, countEvents as any))
  await world.close()
}, 120000)
