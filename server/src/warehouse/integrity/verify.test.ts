import { api } from '@stowage/contract'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { runJob } from '../../../test/run-job.ts'
import { as, newItem } from '../../../test/fixtures.ts'
import { newWarehouse, receive } from '../../../test/warehouse.ts'
import { verifyAllLedgers, verifyFullLedger } from './jobs.ts'

const { integrity } = api.warehouse
const dayMs = 86_400_000
const app = await setupApp()
const site = await newWarehouse(app)
const variantId = (await newItem(app, site, { sku: 'MUG' })).id
const bucketId = (await receive(app, site, variantId, '10')).sides[0]?.bucketId ?? ''
await receive(app, site, variantId, '5')

async function verify(kind: 'full' | 'incremental' = 'full') {
  const { status, body } = await app.call(integrity.verify, { ...as(site), body: { kind } })
  expect(status).toBe(200)
  if ('running' in body) throw new Error('it should have been quick')
  return body
}
const rulesOf = async (kind?: 'full' | 'incremental') =>
  [...new Set((await verify(kind)).violations.map(({ rule }) => rule))].toSorted()
const runs = async () => (await app.call(integrity.verifyRuns, as(site))).body.runs
const countRuns = async ({ platform } = site) =>
  (await arrange(app, 'select from tenant.verify_runs where platform_id = $1', [platform.id]))
    .length

/**
 * Each row is broken behind the back of the rules that would not have it, found, and mended again:
 * what breaks it, by which rules it is found, and what mends it.
 */
const faults: [name: string, broken: string, rules: string[], mended: string, since?: string[]][] =
  [
    [
      'a bucket changed behind the ledger',
      'update tenant.stock_buckets set on_hand = on_hand + 1 where bucket_id = $1',
      ['I1', 'I3'],
      'update tenant.stock_buckets set on_hand = on_hand - 1 where bucket_id = $1',
    ],
    [
      'a bucket that changed at another time than its last movement',
      `update tenant.stock_buckets set last_at = last_at - interval '1 hour' where bucket_id = $1`,
      ['I2'],
      `update tenant.stock_buckets set last_at = last_at + interval '1 hour' where bucket_id = $1`,
    ],
    [
      'an entry that took effect at another time than its movement',
      `update tenant.stock_ledger set effective_at = effective_at - interval '1 hour'
       where bucket_id = $1 and seq = 1`,
      ['I2'],
      `update tenant.stock_ledger set effective_at = effective_at + interval '1 hour'
       where bucket_id = $1 and seq = 1`,
    ],
    [
      'a level changed behind its buckets',
      `update tenant.stock_levels set unavailable = 1 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
      ['I3'],
      `update tenant.stock_levels set unavailable = 0 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
    ],
    [
      'a promise nobody was given',
      `update tenant.stock_levels set reserved = 1 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
      ['I4'],
      `update tenant.stock_levels set reserved = 0 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
    ],
    [
      'goods set aside for nobody',
      'update tenant.stock_buckets set allocated = 1 where bucket_id = $1',
      ['I5'],
      'update tenant.stock_buckets set allocated = 0 where bucket_id = $1',
    ],
    [
      'a promise that says its goods are set aside',
      `with source as (
       insert into tenant.manual_reservations (platform_id, manual_reservation_id, warehouse_id,
         variant_id, qty, created_at)
       select platform_id, gen_random_uuid(), warehouse_id, variant_id, 1, now()
       from tenant.stock_buckets where bucket_id = $1
       returning *), claim as (
       insert into tenant.reservations (platform_id, source_type, source_id, warehouse_id,
         variant_id, promised, allocated)
       select platform_id, 'manual', manual_reservation_id, warehouse_id, variant_id, 1, 1
       from source)
     update tenant.stock_levels set reserved = 1 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
      ['I6'],
      `with claim as (delete from tenant.reservations)
     update tenant.stock_levels set reserved = 0 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
    ],
    [
      'a movement with one side',
      `update tenant.stock_ledger set party = 'stock' where bucket_id = $1 and seq = 1`,
      ['I7'],
      `update tenant.stock_ledger set party = 'supplier' where bucket_id = $1 and seq = 1`,
    ],
    [
      'a value from nowhere',
      `update tenant.cost_balances set value_micros = value_micros + 1 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
      ['I8'],
      `update tenant.cost_balances set value_micros = value_micros - 1 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
    ],
    [
      'a value of goods that are not there',
      `update tenant.cost_balances set qty = qty + 1 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
      ['I8', 'I9'],
      `update tenant.cost_balances set qty = qty - 1 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
    ],
    [
      'orders that wait beside free goods',
      `with source as (
       insert into tenant.manual_reservations (platform_id, manual_reservation_id, warehouse_id,
         variant_id, qty, created_at)
       select platform_id, gen_random_uuid(), warehouse_id, variant_id, 1, now()
       from tenant.stock_buckets where bucket_id = $1
       returning *), claim as (
       insert into tenant.reservations (platform_id, source_type, source_id, warehouse_id,
         variant_id, backordered)
       select platform_id, 'manual', manual_reservation_id, warehouse_id, variant_id, 1
       from source)
     update tenant.stock_levels set backordered = 1 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
      ['I10'],
      `with claim as (delete from tenant.reservations)
     update tenant.stock_levels set backordered = 0 where variant_id = (
       select variant_id from tenant.stock_buckets where bucket_id = $1)`,
    ],
    [
      'a movement of a receipt that does not exist',
      `update tenant.stock_moves set source_type = 'receipt', source_id = gen_random_uuid()
     where move_id = (select move_id from tenant.stock_ledger where bucket_id = $1 and seq = 1)`,
      ['I14'],
      `update tenant.stock_moves set source_type = 'move', source_id = null
     where move_id = (select move_id from tenant.stock_ledger where bucket_id = $1 and seq = 1)`,
    ],
    [
      'a receipt whose goods never came',
      `insert into tenant.receipts (platform_id, receipt_id, number, warehouse_id, state, created_at,
       updated_at)
     select platform_id, gen_random_uuid(), 'RC-1', warehouse_id, 'completed', now(), now()
     from tenant.stock_buckets where bucket_id = $1`,
      ['I14', 'I15'],
      'delete from tenant.receipts where platform_id = (select platform_id from tenant.stock_buckets where bucket_id = $1)',
    ],
    [
      'a movement nobody was told of',
      `update tenant.tenant_events set type = 'stock.silent' where subject_id = (
       select move_id::text from tenant.stock_ledger where bucket_id = $1 and seq = 1)`,
      ['I15'],
      `update tenant.tenant_events set type = 'stock.moved' where subject_id = (
       select move_id::text from tenant.stock_ledger where bucket_id = $1 and seq = 1)`,
    ],
    [
      'a movement that is not in the log',
      `update tenant.stock_moves set request_id = 'x' || request_id
     where move_id = (select move_id from tenant.stock_ledger where bucket_id = $1 and seq = 1)`,
      ['I15'],
      `update tenant.stock_moves set request_id = substr(request_id, 2)
     where move_id = (select move_id from tenant.stock_ledger where bucket_id = $1 and seq = 1)`,
    ],
  ]

describe('is found and, once mended, gone:', () => {
  test.each(faults)('%s', async (_, broken, rules, mended) => {
    await arrange(app, broken, [bucketId])
    expect(await rulesOf()).toEqual(rules)
    expect(await rulesOf('incremental')).toEqual(rules)
    await arrange(app, mended, [bucketId])
    expect(await rulesOf()).toEqual([])
  })

  test('what the rules of the database would refuse, were they not taken away', async () => {
    const run = (statement: string) => arrange(app, statement)
    await run('alter table tenant.stock_ledger drop constraint chain')
    expect(await rulesOf()).toEqual(['I17'])
    await run(`update tenant.stock_ledger set qty_before = 9, qty_after = 14
      where bucket_id = ${bucketId} and seq = 2`)
    expect(await rulesOf()).toEqual(['I17', 'I2'])
    await run(`update tenant.stock_ledger set qty_before = 10, qty_after = 15
      where bucket_id = ${bucketId} and seq = 2`)
    await run(`alter table tenant.stock_ledger add constraint chain
      foreign key (platform_id, bucket_id, prev_seq, qty_before)
      references tenant.stock_ledger (platform_id, bucket_id, seq, qty_after) not valid`)
    expect((await verify()).violations).toMatchObject([
      { rule: 'I17', subject: 'chain', actual: 'not enforced' },
    ])
    await run('alter table tenant.stock_ledger validate constraint chain')
    expect(await rulesOf()).toEqual([])
  })

  test('a row that points at what the platform does not have', async () => {
    const fkey = 'alter table tenant.receipt_lines disable trigger all'
    await arrange(app, fkey)
    await arrange(
      app,
      `insert into tenant.receipt_lines (platform_id, receipt_id, line_no, variant_id, unit,
         qty_received, location_id)
       values ($1, gen_random_uuid(), 1, $2, 'each', 1, $3)`,
      [site.platform.id, variantId, site.a01.id],
    )
    expect((await verify()).violations).toMatchObject([
      { rule: 'I16', subject: expect.stringMatching(/^receipt_lines_receipt_fkey /) },
      { rule: 'I17', subject: 'receipt_lines', expected: 'triggers on' },
    ])
    await arrange(app, 'delete from tenant.receipt_lines')
    await arrange(app, fkey.replace('disable', 'enable'))
    expect(await rulesOf()).toEqual([])
  })
})

test('a failed check is told to whoever listens and is in the log', async () => {
  await arrange(app, 'update tenant.stock_buckets set on_hand = 16 where bucket_id = $1', [
    bucketId,
  ])
  const { violations } = await verify()
  await arrange(app, 'update tenant.stock_buckets set on_hand = 15 where bucket_id = $1', [
    bucketId,
  ])
  expect(violations).toHaveLength(2)
  const told = await arrange(
    app,
    `select payload from tenant.tenant_events where platform_id = $1 and type = 'verify.failed'
     order by event_no desc limit 1`,
    [site.platform.id],
  )
  expect(told).toMatchObject([{ payload: { kind: 'full', count: 2 } }])
  const logged = (await eventsOf(app, site.platform.id)).at(-1)
  expect(logged).toMatchObject({ action: 'STOCK_VERIFIED', outcome: 'failure' })
  expect((await runs())[0]).toMatchObject({ ok: false, violations })
})

test('an incremental check looks at what has moved since', async () => {
  await verify()
  app.clock.advance(2 * 60_000)
  expect((await verify('incremental')).rows).toBe('2')
  app.clock.advance(10 * 60_000)
  await verify('incremental')
  app.clock.advance(10 * 60_000)
  expect((await verify('incremental')).rows).toBe('0')
  expect((await verify()).rows).toBe('2')
})

test('a check that takes too long goes on as a job', async () => {
  const before = await countRuns()
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  await client.query('begin; lock table tenant.cost_layers in access exclusive mode')
  const { status, body } = await app.call(integrity.verify, { ...as(site), body: {} })
  await client.query('rollback')
  await client.end()
  expect([status, body]).toEqual([202, { running: true }])
  const [job] = await arrange(
    app,
    `select data from pgboss.job where name = 'verify-books' and data ->> 'platformId' = $1`,
    [site.platform.id],
  )
  expect(job?.['data']).toEqual({ platformId: site.platform.id, kind: 'full' })
  await runJob(app, verifyFullLedger, { platformId: site.platform.id, kind: 'full' })
  expect(await countRuns()).toBe(before + 1)
})

test('the books of every platform are checked at night, those that were checked lately are not', async () => {
  const quiet = await newWarehouse(app)
  const before = await countRuns()
  await runJob(app, verifyAllLedgers, {})
  expect(await countRuns()).toBe(before)
  app.clock.advance(dayMs)
  await runJob(app, verifyAllLedgers, {})
  expect(await countRuns()).toBe(before + 1)
  const logged = (await eventsOf(app, site.platform.id)).at(-1)
  expect(logged).toMatchObject({
    action: 'STOCK_VERIFIED',
    actor_type: 'system',
    platform_slug: site.platform.slug,
  })
  expect(await countRuns(quiet)).toBe(0)
})
