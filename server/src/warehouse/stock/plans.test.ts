import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { openOwner } from '../../../test/owner.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

/* A platform with much more stock than the planner expects of a platform. */

const app = await setupApp()
const { platform, warehouse } = await newWarehouse(app)
const owner = await openOwner(app)
afterAll(() => owner.close())
const levels = 2_000
await owner.rowsOf(
  `with p as (
     insert into tenant.products (platform_id, product_id, name, name_key, created_at, updated_at)
     values ($1, gen_random_uuid(), 'Mug', 'mug', now(), now()) returning product_id
   ), v as (
     insert into tenant.variants (platform_id, variant_id, product_id, sku, sku_key)
     select $1, gen_random_uuid(), product_id, 'S-' || n, 's-' || n
     from p, generate_series(1, $3::int) n
     returning variant_id
   )
   insert into tenant.stock_levels (platform_id, warehouse_id, variant_id, qty_scale, tracking, on_hand)
   select $1, $2, variant_id, 0, 'none', 5 from v`,
  [platform.id, warehouse.id, levels],
)

/** How many rows of the levels index scans have fetched in this transaction. */
async function fetched() {
  const [row] = await owner.rowsOf<{ rows: string }>(
    `select idx_tup_fetch as rows from pg_stat_xact_user_tables where relid = 'tenant.stock_levels'::regclass`,
  )
  return Number(row?.rows)
}

test('promises and releases read only the levels they change', async () => {
  const variants = await owner.rowsOf<{ id: string }>(
    `select variant_id as id from tenant.stock_levels where platform_id = $1 limit 3`,
    [platform.id],
  )
  const lines = variants.map(({ id }, index) => ({
    lineNo: index + 1,
    sourceType: 'manual',
    sourceId: randomUUID(),
    warehouseId: warehouse.id,
    variantId: id,
    qty: '1',
  }))
  // As in a database with hundreds of platforms.
  await owner.rowsOf('begin')
  await owner.rowsOf('alter table tenant.stock_levels alter platform_id set (n_distinct = 500)')
  await owner.rowsOf('analyze tenant.stock_levels')
  const before = await fetched()
  await owner.rowsOf(`select stock.promise($1, $2, 'strict')`, [platform.id, JSON.stringify(lines)])
  const promised = await fetched()
  await owner.rowsOf(
    `select stock.release($1, array_agg(reservation_id), false)
     from tenant.reservations where platform_id = $1`,
    [platform.id],
  )
  const released = await fetched()
  await owner.rowsOf('rollback')
  expect(promised - before).toBeLessThan(50)
  expect(released - promised).toBeLessThan(50)
})
