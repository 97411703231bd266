import type { AsOfRow } from '@stowage/contract/warehouse/stock'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { readPage, type Page, type PageRequest } from '../../database/pages.ts'
import type { Sight } from './level-queries.ts'

export type Moment = {
  /** The moment whose stock is asked for. */
  at: Date
  /** What was recorded later is not known; null knows everything. */
  known: Date | null
}

export type Grouping = 'bucket' | 'location' | 'variant' | 'warehouse' | 'lot'

export type AsOfFilter = {
  by: Grouping
  warehouse?: string | undefined
  variant?: string | undefined
  location?: string | undefined
}

type Row = AsOfRow & { k1: string; k2: string }
type Parts = { platformId: string; balance: RawBuilder<string>; piles: RawBuilder<boolean> }

/**
 * Quanta of a pile `b` at a moment: its balance by what was recorded until then, and what was told
 * later of the time before. Two looks into an index, however long the history is.
 */
const balanceOf = (platformId: string, { at, known }: Moment) => {
  const until = known?.toISOString() ?? 'infinity'
  return sql<string>`(coalesce((
      select l.qty_after from tenant.stock_ledger l
      where l.platform_id = ${platformId} and l.bucket_id = b.bucket_id
        and l.recorded_at <= least(${at}::timestamptz, ${until}::timestamptz)
      order by l.recorded_at desc, l.seq desc limit 1), 0)
    + coalesce((
      select sum(l.delta) from tenant.stock_ledger l
      where l.platform_id = ${platformId} and l.bucket_id = b.bucket_id
        and l.effective_at < l.recorded_at and l.effective_at <= ${at}
        and l.recorded_at > ${at} and l.recorded_at <= ${until}::timestamptz), 0))`
}

/** Decimals of several items together: as many as the finest of them has. */
const mixed = (balance: RawBuilder<string>) =>
  sql<string>`round(sum(${balance} / (10::numeric ^ v.qty_scale)), max(v.qty_scale)::int)`
/** Decimals of one item: exactly its own. */
const exact = (quanta: RawBuilder<string>) =>
  sql<string>`round((${quanta}) / (10::numeric ^ v.qty_scale), v.qty_scale::int)`

const itemColumns = sql`v.variant_id as "variantId", v.sku,
  concat_ws(' ', p.name, nullif(v.name, '')) as name`
const noItem = sql`null::uuid as "variantId", null::text as sku, null::text as name`

const groupings: Record<Grouping, (parts: Parts) => RawBuilder<Row>> = {
  bucket: ({ platformId, balance, piles }) => sql`
    select v.sku_key as k1, b.bucket_id as k2, b.bucket_id::text as key,
      v.sku || ' ' || w.code || ' ' || o.code as label, ${itemColumns},
      w.code as "warehouseCode", o.code as location, b.status, t.code as lot,
      ${exact(sql`a.quanta`)}::text as "onHand"
    from tenant.variants v
    join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
    join tenant.stock_buckets b on b.platform_id = ${platformId} and b.variant_id = v.variant_id
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = b.warehouse_id
    join tenant.locations o on o.platform_id = ${platformId} and o.location_id = b.location_id
    left join tenant.lots t on t.platform_id = ${platformId} and t.lot_id = b.lot_id
    cross join lateral (select ${balance} as quanta) a
    where v.platform_id = ${platformId} and ${piles} and a.quanta <> 0`,
  variant: ({ platformId, balance, piles }) => sql`
    select v.sku_key as k1, v.variant_id as k2, v.variant_id::text as key, v.sku as label,
      ${itemColumns}, null::text as "warehouseCode", null::text as location, null::text as status,
      null::text as lot, ${exact(sql`a.quanta`)}::text as "onHand"
    from tenant.variants v
    join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
    cross join lateral (
      select sum(${balance}) as quanta from tenant.stock_buckets b
      where b.platform_id = ${platformId} and b.variant_id = v.variant_id and ${piles}) a
    where v.platform_id = ${platformId} and a.quanta <> 0`,
  lot: ({ platformId, balance, piles }) => sql`
    select t.code as k1, t.lot_id as k2, t.lot_id::text as key, t.code as label,
      ${itemColumns}, null::text as "warehouseCode", null::text as location, null::text as status,
      t.code as lot, ${exact(sql`a.quanta`)}::text as "onHand"
    from tenant.lots t
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = t.variant_id
    join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
    cross join lateral (
      select sum(${balance}) as quanta from tenant.stock_buckets b
      where b.platform_id = ${platformId} and b.lot_id = t.lot_id and ${piles}) a
    where t.platform_id = ${platformId} and a.quanta <> 0`,
  location: ({ platformId, balance, piles }) => sql`
    select o.warehouse_id as k1, o.code_key as k2, o.location_id::text as key,
      w.code || ' ' || o.code as label, ${noItem}, w.code as "warehouseCode",
      o.code as location, null::text as status, null::text as lot, a.quantity::text as "onHand"
    from tenant.locations o
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = o.warehouse_id
    cross join lateral (
      select ${mixed(balance)} as quantity from tenant.stock_buckets b
      join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
      where b.platform_id = ${platformId} and b.location_id = o.location_id and ${piles}) a
    where o.platform_id = ${platformId} and a.quantity <> 0`,
  warehouse: ({ platformId, balance, piles }) => sql`
    select w.code as k1, w.warehouse_id as k2, w.warehouse_id::text as key, w.code as label,
      ${noItem}, w.code as "warehouseCode", null::text as location, null::text as status,
      null::text as lot, a.quantity::text as "onHand"
    from tenant.warehouses w
    cross join lateral (
      select ${mixed(balance)} as quantity from tenant.stock_buckets b
      join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
      where b.platform_id = ${platformId} and b.warehouse_id = w.warehouse_id and ${piles}) a
    where w.platform_id = ${platformId} and a.quantity <> 0`,
}

const keyKinds = {
  bucket: ['text', 'whole'],
  variant: ['text', 'uuid'],
  lot: ['text', 'uuid'],
  location: ['uuid', 'text'],
  warehouse: ['text', 'uuid'],
} as const

/** What was there at a moment, by what it is grouped by; what came to zero is left out. */
export async function listAsOf(
  db: Db,
  platformId: string,
  { warehouses }: Pick<Sight, 'warehouses'>,
  moment: Moment,
  { by, warehouse, variant, location }: AsOfFilter,
  page: PageRequest,
): Promise<Page<AsOfRow>> {
  const conditions = [
    ...(warehouses ? [sql`b.warehouse_id = any (${[...warehouses]}::uuid[])`] : []),
    ...(warehouse ? [sql`b.warehouse_id = ${warehouse}`] : []),
    ...(variant ? [sql`b.variant_id = ${variant}`] : []),
    ...(location ? [sql`b.location_id = ${location}`] : []),
    sql`true`,
  ]
  const rows = groupings[by]({
    platformId,
    balance: balanceOf(platformId, moment),
    piles: sql<boolean>`${sql.join(conditions, sql` and `)}`,
  })
  const found = await readPage(
    db,
    db.selectFrom(sql<Row>`(${rows})`.as('x')).selectAll(),
    [
      { column: 'x.k1', kind: keyKinds[by][0], of: (row) => row.k1 },
      { column: 'x.k2', kind: keyKinds[by][1], of: (row) => row.k2 },
    ],
    // Counting them would work every one of them out.
    { ...page, count: page.count ?? 'none' },
  )
  return { ...found, items: found.items.map(({ k1: _, k2: __, ...row }) => row) }
}
