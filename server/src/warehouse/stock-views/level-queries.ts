import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Sort } from '@stowage/contract/lists'
import type { StockLevel } from '@stowage/contract/warehouse/stock-views'
import { sql, type Expression } from 'kysely'
import type { Db } from '../../database/connect.ts'
import {
  orderOf,
  readPage,
  type Key,
  type Order,
  type Page,
  type PageRequest,
} from '../../database/pages.ts'
import { itemName, itemOrders, itemsWith } from '../products/variant-list-queries.ts'
import type { WarehouseScope } from '../locations/warehouse-list-queries.ts'

/** Stock a member can see: the warehouses, and whether its value is included. */
export type StockScope = WarehouseScope & { values: boolean }

export type LevelFilter = {
  warehouse?: string | undefined
  variant?: string | undefined
  state?: 'low' | 'out' | 'backordered' | 'unavailable' | undefined
  kind: 'site' | 'transit'
  q?: string | undefined
  sort: Sort<'sku' | 'name'>
}
/** Filters on the rows, without search and sort order. */
type LevelConditions = Omit<LevelFilter, 'q' | 'sort'>

/** Levels that a filter leaves, as far as it asks about the level itself and its warehouse. */
const levels = (
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  { warehouse, variant, state, kind }: LevelConditions,
) =>
  db
    .selectFrom('tenant.stockLevels as s')
    .innerJoin('tenant.warehouses as w', (join) =>
      join.onRef('w.platformId', '=', 's.platformId').onRef('w.warehouseId', '=', 's.warehouseId'),
    )
    .where('s.platformId', '=', platformId)
    .where('w.kind', '=', kind)
    .$if(warehouses !== null, (some) => some.where('s.warehouseId', 'in', [...(warehouses ?? [])]))
    .$if(warehouse !== undefined, (some) => some.where('s.warehouseId', '=', warehouse ?? ''))
    .$if(variant !== undefined, (some) => some.where('s.variantId', '=', variant ?? ''))
    .$if(state === 'out', (some) => some.where('s.isOut', '=', true))
    .$if(state === 'backordered', (some) => some.where('s.backordered', '>', '0'))
    .$if(state === 'unavailable', (some) => some.where('s.unavailable', '>', '0'))

/** The same with the item, and with what the filter asks about it. */
const levelsOfItems = (
  db: Db,
  platformId: string,
  scope: WarehouseScope,
  filter: LevelConditions,
  words?: Expression<boolean>,
) =>
  levels(db, platformId, scope, filter)
    .innerJoin('tenant.variants as v', (join) =>
      join.onRef('v.platformId', '=', 's.platformId').onRef('v.variantId', '=', 's.variantId'),
    )
    .$if(filter.state === 'low', (some) =>
      some
        // An index has those.
        .where('v.reorderPoint', 'is not', null)
        .where(sql<boolean>`s.on_hand - s.unavailable - s.reserved < v.reorder_point`),
    )
    .where(words ?? sql<boolean>`true`)

/** The same with all that is shown of a level. */
const levelRows = (...asked: Parameters<typeof levelsOfItems>) =>
  levelsOfItems(...asked)
    .innerJoin('tenant.products as p', (join) =>
      join.onRef('p.platformId', '=', 'v.platformId').onRef('p.productId', '=', 'v.productId'),
    )
    .leftJoin('tenant.costBalances as c', (join) =>
      join
        .onRef('c.platformId', '=', 's.platformId')
        .onRef('c.scopeId', '=', 's.warehouseId')
        .onRef('c.variantId', '=', 's.variantId'),
    )
    .select([
      'v.variantId',
      'v.sku',
      'v.skuKey',
      'p.nameKey',
      'p.productId',
      'v.unit',
      'v.qtyScale',
      'v.reorderPoint',
    ])
    .select(['s.warehouseId', 'w.code as warehouseCode', 's.changedAt', 'c.valueMicros'])
    .select(['s.onHand', 's.unavailable', 's.reserved', 's.backordered', itemName.as('name')])

type LevelRow = Awaited<ReturnType<ReturnType<typeof levelRows>['executeTakeFirstOrThrow']>>

/** Millionths as an amount, without zeros at its end. */
const amountOf = (micros: string) => fromQuanta(micros, 6).replace(/\.?0+$/, '')

/** The numbers of a level in quanta. */
export function countsOf(
  row: Pick<LevelRow, 'onHand' | 'unavailable' | 'reserved' | 'backordered'>,
) {
  const onHand = BigInt(row.onHand)
  const unavailable = BigInt(row.unavailable)
  const reserved = BigInt(row.reserved)
  return {
    onHand,
    unavailable,
    reserved,
    backordered: BigInt(row.backordered),
    available: onHand - unavailable - reserved,
    // Nothing is on its way yet: there are no purchases, and no goods leave for another warehouse.
    incoming: 0n,
  }
}

export function levelOf(
  { skuKey: _, nameKey: __, productId: ___, valueMicros, ...row }: LevelRow,
  { values }: StockScope,
): StockLevel {
  const { qtyScale, ...rest } = row
  const format = (quanta: bigint | string) => fromQuanta(quanta, qtyScale)
  const counts = countsOf(row)
  return {
    ...rest,
    onHand: format(counts.onHand),
    unavailable: format(counts.unavailable),
    reserved: format(counts.reserved),
    available: format(counts.available),
    backordered: format(counts.backordered),
    incoming: format(counts.incoming),
    reorderPoint: row.reorderPoint === null ? null : format(row.reorderPoint),
    changedAt: row.changedAt.toISOString(),
    ...(values && { value: valueMicros === null ? null : amountOf(valueMicros) }),
  }
}

const byWarehouse: Key<LevelRow> = {
  column: 's.warehouse_id',
  kind: 'uuid',
  of: (row) => row.warehouseId,
}

export async function listLevels(
  db: Db,
  platformId: string,
  scope: StockScope,
  { q, sort, ...filter }: LevelFilter,
  page: PageRequest,
): Promise<Page<StockLevel>> {
  const words = await itemsWith(db, q)
  // Every level is of an item, which so need not be looked up to be counted.
  const counted =
    words || filter.state === 'low'
      ? levelsOfItems(db, platformId, scope, filter, words)
      : levels(db, platformId, scope, filter)
  const rows = levelRows(db, platformId, scope, filter, words)
  const order: Order<LevelRow> = orderOf(sort, {
    sku: [...itemOrders.sku, byWarehouse],
    name: [...itemOrders.name, byWarehouse],
  })
  const options = { counted: counted.select(sql`1`.as('one')) }
  // An index has the watched ones by SKU. By name they are found first: the database cannot know how few are
  // low, and looked for them along all the products.
  const found =
    filter.state === 'low' && sort.endsWith('name')
      ? await readPage(
          db,
          db.selectFrom(rows.offset(0).as('x')).selectAll(),
          {
            sort,
            keys: order.keys.map((key) => ({ ...key, column: key.column.replace(/^\w/, 'x') })),
          },
          page,
          options,
        )
      : await readPage(db, rows, order, page, options)
  return { ...found, items: found.items.map((row) => levelOf(row, scope)) }
}

/** Returns the levels of an item in each warehouse in sight, or only in this one; by the warehouse's code. */
export const listLevelsOf = (
  db: Db,
  platformId: string,
  scope: WarehouseScope,
  variantId: string,
  warehouse?: string,
): Promise<LevelRow[]> =>
  levelRows(db, platformId, scope, { variant: variantId, warehouse, kind: 'site' })
    .orderBy('w.code')
    .execute()

export function findItem(db: Db, platformId: string, variantId: string) {
  return db
    .selectFrom('tenant.variants as v')
    .innerJoin('tenant.products as p', (join) =>
      join.onRef('p.platformId', '=', 'v.platformId').onRef('p.productId', '=', 'v.productId'),
    )
    .select(['v.variantId', 'v.sku', 'v.unit', 'v.qtyScale', 'p.kind', itemName.as('name')])
    .where('v.platformId', '=', platformId)
    .where('v.variantId', '=', variantId)
    .executeTakeFirst()
}

type Share = { number: 'onHand' | 'unavailable' | 'reserved'; label: string; qty: string }

/**
 * The rows behind the numbers of an item, in quanta, the largest first: places with their goods, goods
 * off sale by status, and promises.
 */
export async function listShares(
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  variantId: string,
): Promise<Share[]> {
  const { rows } = await sql<Share>`
    with sites as (
      select warehouse_id, code from tenant.warehouses
      where platform_id = ${platformId} and kind = 'site'
        and (${warehouses}::uuid[] is null or warehouse_id = any (${warehouses}::uuid[]))
    ), buckets as (
      select w.code as warehouse, o.code as location, b.status, b.on_hand
      from sites w
      join tenant.stock_buckets b on b.platform_id = ${platformId}
        and b.warehouse_id = w.warehouse_id and b.variant_id = ${variantId} and b.on_hand > 0
      join tenant.locations o on o.platform_id = ${platformId} and o.location_id = b.location_id
    ), claims as (
      select w.code as warehouse, r.promised, case r.source_type
          when 'order_line' then coalesce(o.number, 'order')
          else 'manual reservation' end as source
      from sites w
      join tenant.reservations r on r.platform_id = ${platformId}
        and r.warehouse_id = w.warehouse_id and r.variant_id = ${variantId} and r.promised > 0
      left join tenant.order_lines l on l.platform_id = ${platformId}
        and r.source_type = 'order_line' and l.order_line_id = r.source_id
      left join tenant.orders o on o.platform_id = ${platformId} and o.order_id = l.order_id
    )
    select * from (
      select 'onHand' as number, warehouse || ' ' || location as label, sum(on_hand)::text as qty
      from buckets group by warehouse, location
      union all
      select 'unavailable', warehouse || ' ' || status, sum(on_hand)::text
      from buckets where status <> 'available' group by warehouse, status
      union all
      select 'reserved', warehouse || ' ' || source, sum(promised)::text
      from claims group by warehouse, source
    ) shares order by qty::numeric desc, label`.execute(db)
  return rows
}

/** Lists the change of an item's quantity on each day since `from`, in quanta; days of each warehouse. */
export async function listDays(
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  variantId: string,
  from: Date,
): Promise<{ day: string; delta: string }[]> {
  const { rows } = await sql<{ day: string; delta: string }>`
    select (l.effective_at at time zone w.timezone)::date::text as day, sum(l.delta)::text as delta
    from tenant.warehouses w
    join tenant.stock_buckets b on b.platform_id = ${platformId}
      and b.warehouse_id = w.warehouse_id and b.variant_id = ${variantId}
    join tenant.stock_ledger l on l.platform_id = ${platformId} and l.bucket_id = b.bucket_id
      -- What happened since was told since.
      and l.recorded_at >= ${from} and l.effective_at >= ${from}
    where w.platform_id = ${platformId} and w.kind = 'site'
      and (${warehouses}::uuid[] is null or w.warehouse_id = any (${warehouses}::uuid[]))
    group by 1 having sum(l.delta) <> 0`.execute(db)
  return rows
}
