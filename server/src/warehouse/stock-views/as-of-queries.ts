import type { AsOfRow } from '@stowage/contract/warehouse/stock-views'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { readPage, type Key, type Page, type PageRequest } from '../../database/pages.ts'
import type { WarehouseScope } from '../locations/warehouse-list-queries.ts'

export type Moment = {
  /** The moment whose stock is asked for. */
  at: Date
  /** Cutoff of recording: later entries are ignored; null includes all. */
  known: Date | null
}

type Grouping = 'bucket' | 'location' | 'variant' | 'warehouse' | 'lot'

export type AsOfFilter = {
  by: Grouping
  warehouse?: string | undefined
  variant?: string | undefined
  location?: string | undefined
}

type Row = AsOfRow & { k1: string; k2: string }
type Parts = {
  platformId: string
  balance: RawBuilder<string>
  /** Which buckets count. */
  buckets: RawBuilder<boolean>
  /** Which items, places or lots can have any of them at all. */
  holders: RawBuilder<boolean>
}

const untilOf = (known: Date | null) => known?.toISOString() ?? 'infinity'

/**
 * Quanta of a bucket `b` at a moment: what is there now, if nothing was recorded since, else its balance by what was
 * recorded until then, and what was told later of the time before. Two looks into an index, however long the history is.
 */
const balanceOf = (platformId: string, { at, known }: Moment) => {
  const until = untilOf(known)
  return sql<string>`(case
    when b.last_at <= least(${at}::timestamptz, ${until}::timestamptz) then b.on_hand
    else coalesce((
      select l.qty_after from tenant.stock_ledger l
      where l.platform_id = ${platformId} and l.bucket_id = b.bucket_id
        and l.recorded_at <= least(${at}::timestamptz, ${until}::timestamptz)
      order by l.recorded_at desc, l.seq desc limit 1), 0)
    + coalesce((
      select sum(l.delta) from tenant.stock_ledger l
      where l.platform_id = ${platformId} and l.bucket_id = b.bucket_id
        and l.effective_at < l.recorded_at and l.effective_at <= ${at}
        and l.recorded_at > ${at} and l.recorded_at <= ${until}::timestamptz), 0) end)`
}

/**
 * Returns the condition that stock had moved by a moment. Checked once: for an earlier moment every bucket
 * would be looked up.
 */
export const hasBegun = (platformId: string, { at, known }: Moment) => {
  const until = untilOf(known)
  return sql<boolean>`(select exists (
      select from tenant.stock_moves m
      where m.platform_id = ${platformId}
        and m.recorded_at <= least(${at}::timestamptz, ${until}::timestamptz))
    or exists (
      select from tenant.stock_ledger l
      where l.platform_id = ${platformId} and l.effective_at < l.recorded_at
        and l.effective_at <= ${at} and l.recorded_at <= ${until}::timestamptz))`
}

/** Decimals of several items of one unit together: as many as the finest of them has. */
const mixed = (balance: RawBuilder<string>) =>
  sql<string>`round(sum(${balance} / (10::numeric ^ v.qty_scale)), max(v.qty_scale)::int)`
/** Decimals of one item: exactly its own. */
const exact = (quanta: RawBuilder<string>) =>
  sql<string>`round((${quanta}) / (10::numeric ^ v.qty_scale), v.qty_scale::int)`

const itemColumns = sql`v.variant_id as "variantId", v.sku,
  concat_ws(' ', p.name, nullif(v.name, '')) as name`
const noItem = sql`null::uuid as "variantId", null::text as sku, null::text as name`

const groupings: Record<Grouping, (parts: Parts) => RawBuilder<Row>> = {
  bucket: ({ platformId, balance, buckets, holders }) => sql`
    select v.sku_key as k1, b.bucket_id as k2, b.bucket_id::text as key,
      v.sku || ' ' || w.code || ' ' || o.code as label, ${itemColumns},
      w.code as "warehouseCode", o.code as location, b.status, t.code as lot, v.unit,
      ${exact(sql`a.quanta`)}::text as "onHand"
    from tenant.variants v
    join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
    join tenant.stock_buckets b on b.platform_id = ${platformId} and b.variant_id = v.variant_id
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = b.warehouse_id
    join tenant.locations o on o.platform_id = ${platformId} and o.location_id = b.location_id
    left join tenant.lots t on t.platform_id = ${platformId} and t.lot_id = b.lot_id
    cross join lateral (select ${balance} as quanta offset 0) a
    where v.platform_id = ${platformId} and ${holders} and ${buckets} and a.quanta <> 0`,
  variant: ({ platformId, balance, buckets, holders }) => sql`
    select v.sku_key as k1, v.variant_id as k2, v.variant_id::text as key, v.sku as label,
      ${itemColumns}, null::text as "warehouseCode", null::text as location, null::text as status,
      null::text as lot, v.unit, ${exact(sql`a.quanta`)}::text as "onHand"
    from tenant.variants v
    join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
    cross join lateral (
      select sum(${balance}) as quanta from tenant.stock_buckets b
      where b.platform_id = ${platformId} and b.variant_id = v.variant_id and ${buckets}
      offset 0) a
    where v.platform_id = ${platformId} and ${holders} and a.quanta <> 0`,
  lot: ({ platformId, balance, buckets, holders }) => sql`
    select t.code as k1, t.lot_id as k2, t.lot_id::text as key, t.code as label,
      ${itemColumns}, null::text as "warehouseCode", null::text as location, null::text as status,
      t.code as lot, v.unit, ${exact(sql`a.quanta`)}::text as "onHand"
    from tenant.lots t
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = t.variant_id
    join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
    cross join lateral (
      select sum(${balance}) as quanta from tenant.stock_buckets b
      where b.platform_id = ${platformId} and b.lot_id = t.lot_id and ${buckets}
      offset 0) a
    where t.platform_id = ${platformId} and ${holders} and a.quanta <> 0`,
  location: ({ platformId, balance, buckets, holders }) => sql`
    select o.warehouse_id as k1, o.code_key as k2, o.location_id::text as key,
      w.code || ' ' || o.code as label, ${noItem}, w.code as "warehouseCode",
      o.code as location, null::text as status, null::text as lot, a.unit,
      a.quantity::text as "onHand"
    from tenant.locations o
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = o.warehouse_id
    cross join lateral (
      select v.unit, ${mixed(balance)} as quantity from tenant.stock_buckets b
      join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
      where b.platform_id = ${platformId} and b.location_id = o.location_id and ${buckets}
      group by v.unit offset 0) a
    where o.platform_id = ${platformId} and ${holders} and a.quantity <> 0`,
  warehouse: ({ platformId, balance, buckets }) => sql`
    select w.code as k1, w.warehouse_id as k2, w.warehouse_id::text as key, w.code as label,
      ${noItem}, w.code as "warehouseCode", null::text as location, null::text as status,
      null::text as lot, a.unit, a.quantity::text as "onHand"
    from tenant.warehouses w
    cross join lateral (
      select v.unit, ${mixed(balance)} as quantity from tenant.stock_buckets b
      join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
      where b.platform_id = ${platformId} and b.warehouse_id = w.warehouse_id and ${buckets}
      group by v.unit offset 0) a
    where w.platform_id = ${platformId} and a.quantity <> 0`,
}

/** All that each warehouse had. Reads every bucket once, in whatever order that is fastest. */
const wholeWarehouses = ({
  platformId,
  balance,
  buckets,
}: Pick<Parts, 'platformId' | 'balance' | 'buckets'>): RawBuilder<Row> => sql`
  select w.code as k1, w.warehouse_id as k2, w.warehouse_id::text as key, w.code as label,
    ${noItem}, w.code as "warehouseCode", null::text as location, null::text as status,
    null::text as lot, a.unit, a.quantity::text as "onHand"
  from (
    select b.warehouse_id, v.unit, ${mixed(balance)} as quantity from tenant.stock_buckets b
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
    where b.platform_id = ${platformId} and ${buckets}
    group by b.warehouse_id, v.unit) a
  join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = a.warehouse_id
  where a.quantity <> 0`

const keyKinds = {
  bucket: ['text', 'whole'],
  variant: ['text', 'uuid'],
  lot: ['text', 'uuid'],
  location: ['uuid', 'text'],
  warehouse: ['text', 'uuid'],
} as const

const unitKey: Key<Row> = { column: 'x.unit', kind: 'text', of: ({ unit }) => unit }

/** Returns the stock as of a moment, by its grouping, a row for each unit; zero quantities are omitted. */
export async function listAsOf(
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  moment: Moment,
  { by, warehouse, variant, location }: AsOfFilter,
  page: PageRequest,
): Promise<Page<AsOfRow>> {
  const isNarrow = variant !== undefined || location !== undefined
  const isWhole = by === 'warehouse' && !isNarrow
  // A page is found row by row in the order of an index, its joins made as they are written; anything else
  // works out every bucket first. Of the few buckets of an item or a place all are.
  if (!isWhole)
    await sql`select set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_sort', ${isNarrow ? 'on' : 'off'}, true),
      set_config('join_collapse_limit', ${isNarrow ? '8' : '1'}, true)`.execute(db)
  const parts = {
    platformId,
    balance: balanceOf(platformId, moment),
    buckets: all([
      ...within(warehouses, warehouse),
      ...(variant ? [sql`b.variant_id = ${variant}`] : []),
      ...(location ? [sql`b.location_id = ${location}`] : []),
    ]),
    holders: all(holdersOf(platformId, by, { variant, location })),
  }
  const rows = isWhole ? wholeWarehouses(parts) : groupings[by](parts)
  const found = await readPage(
    db,
    db
      .selectFrom(sql<Row>`(${rows})`.as('x'))
      .selectAll()
      .where(hasBegun(platformId, moment)),
    {
      sort: by,
      keys: [
        { column: 'x.k1', kind: keyKinds[by][0], of: (row) => row.k1 },
        { column: 'x.k2', kind: keyKinds[by][1], of: (row) => row.k2 },
        // Pieces and kilograms of one place are no sum.
        ...(by === 'location' || by === 'warehouse' ? [unitKey] : []),
      ],
    },
    // Counting them would work every one of them out.
    { ...page, count: page.count ?? 'none' },
    { isSummed: isWhole },
  )
  return { ...found, items: found.items.map(({ k1: _, k2: __, ...row }) => row) }
}

const all = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`

const within = (scope: WarehouseScope['warehouses'], one: string | undefined) => [
  ...(scope ? [sql`b.warehouse_id = any (${[...scope]}::uuid[])`] : []),
  ...(one ? [sql`b.warehouse_id = ${one}`] : []),
]

/** Narrows what is walked through to what the filter leaves anything of. */
function holdersOf(
  platformId: string,
  by: Grouping,
  { variant, location }: Pick<AsOfFilter, 'variant' | 'location'>,
): RawBuilder<unknown>[] {
  const buckets = sql`tenant.stock_buckets h where h.platform_id = ${platformId}`
  if (by === 'location')
    return [
      ...(location ? [sql`o.location_id = ${location}`] : []),
      ...(variant
        ? [sql`o.location_id in (select location_id from ${buckets} and h.variant_id = ${variant})`]
        : []),
    ]
  if (by === 'warehouse') return []
  return [
    ...(variant ? [sql`v.variant_id = ${variant}`] : []),
    ...(location
      ? [sql`v.variant_id in (select variant_id from ${buckets} and h.location_id = ${location})`]
      : []),
  ]
}
