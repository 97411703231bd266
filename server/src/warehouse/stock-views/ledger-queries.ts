import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Sort } from '@stowage/contract/lists'
import type { LedgerEntry } from '@stowage/contract/warehouse/stock-views'
import { sql, type Expression, type RawBuilder } from 'kysely'
import { prepareByKeys } from '../../database/by-keys.ts'
import type { Db } from '../../database/connect.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import { findNamed, itemName } from '../products/variant-list-queries.ts'
import { startOfDay } from '../../database/start-of-day.ts'
import { memberName } from '../../platforms/members/name-queries.ts'
import type { WarehouseScope } from '../locations/warehouse-list-queries.ts'
import { isOfNumber, isOfSource, numberOfSource } from '../stock/source-queries.ts'

export type LedgerFilter = {
  variant?: string | undefined
  warehouse?: string | undefined
  location?: string | undefined
  lot?: string | undefined
  kind?: readonly string[] | undefined
  actor?: string | undefined
  source?: string | undefined
  move?: string | undefined
  from?: string | undefined
  to?: string | undefined
  effectiveFrom?: string | undefined
  effectiveTo?: string | undefined
  direction?: 'in' | 'out' | undefined
  q?: string | undefined
  sort: Sort<'recordedAt'>
}
/** Filters on the rows, without search and sort order. */
type LedgerConditions = Omit<LedgerFilter, 'q' | 'sort'>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The moves of a document, by its number or id, or of all documents of a kind. */
function fromSource(platformId: string, source: string): Expression<boolean> {
  if (uuid.test(source)) return isOfSource(source)
  if (/^[a-z_]+$/.test(source)) return sql`m.source_type = ${source}`
  return isOfNumber(platformId, source)
}

/** The first moment of a day in the warehouse of a bucket `b`. */
const startHere = (platformId: string, day: RawBuilder<string>) => sql`(
  select ${startOfDay(day, sql<string>`w.timezone`)} from tenant.warehouses w
  where w.platform_id = ${platformId} and w.warehouse_id = b.warehouse_id)`

/** Nothing is told before it happens, so what was told earlier than anywhere on that day is not read. */
const fromDay = (platformId: string, day: string) => sql<boolean>`(
  m.effective_at >= ${startHere(platformId, sql`${day}`)}
  and m.recorded_at >= ${day}::date::timestamp at time zone 'UTC' - interval '1 day')`

/**
 * Returns the condition that an entry took effect by the end of a day. One recorded after that day everywhere
 * on earth counts only if it was recorded late.
 */
const throughDay = (platformId: string, day: string) => sql<boolean>`(
  m.effective_at < ${startHere(platformId, sql`${day}::date + 1`)}
  and (m.effective_at < m.recorded_at
    or m.recorded_at < ${day}::date::timestamp at time zone 'UTC' + interval '2 days'))`

const entries = (
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  filter: LedgerConditions,
  items: Expression<boolean>,
) => {
  const { variant, warehouse, location, lot, kind, actor, source, move, from, to } = filter
  const { effectiveFrom, effectiveTo, direction } = filter
  return db
    .selectFrom('tenant.stockMoves as m')
    .innerJoin('tenant.stockLedger as l', (join) =>
      join.onRef('l.platformId', '=', 'm.platformId').onRef('l.moveId', '=', 'm.moveId'),
    )
    .innerJoin('tenant.stockBuckets as b', (join) =>
      join.onRef('b.platformId', '=', 'l.platformId').onRef('b.bucketId', '=', 'l.bucketId'),
    )
    .select(['l.bucketId', 'l.seq', 'l.moveId', 'm.recordedAt'])
    .where('m.platformId', '=', platformId)
    .where(items)
    .$if(warehouses !== null, (some) => some.where('b.warehouseId', 'in', [...(warehouses ?? [])]))
    .$if(variant !== undefined, (some) => some.where('b.variantId', '=', variant ?? ''))
    .$if(warehouse !== undefined, (some) => some.where('b.warehouseId', '=', warehouse ?? ''))
    .$if(location !== undefined, (some) => some.where('b.locationId', '=', location ?? ''))
    .$if(lot !== undefined, (some) =>
      some.where(sql<boolean>`b.lot_id in (select lot_id from tenant.lots
        where platform_id = ${platformId} and code = ${lot ?? ''})`),
    )
    .$if(kind !== undefined, (some) => some.where('m.kind', 'in', [...(kind ?? [])]))
    .$if(actor !== undefined, (some) => some.where('m.actorId', '=', actor ?? ''))
    .$if(source !== undefined, (some) => some.where(fromSource(platformId, source ?? '')))
    .$if(move !== undefined, (some) => some.where(sql<boolean>`m.move_id = ${move ?? ''}`))
    .$if(from !== undefined, (some) => some.where('m.recordedAt', '>=', new Date(from ?? '')))
    .$if(to !== undefined, (some) => some.where('m.recordedAt', '<', new Date(to ?? '')))
    .$if(direction !== undefined, (some) =>
      some.where('l.delta', direction === 'in' ? '>' : '<', '0'),
    )
    .$if(effectiveFrom !== undefined, (some) =>
      some.where(fromDay(platformId, effectiveFrom ?? '')),
    )
    .$if(effectiveTo !== undefined, (some) => some.where(throughDay(platformId, effectiveTo ?? '')))
}

type EntryRow = Omit<LedgerEntry, 'recordedAt' | 'effectiveAt' | 'source' | 'actor'> & {
  recordedAt: Date
  effectiveAt: Date
  qtyScale: number
  sourceType: string
  sourceId: string | null
  number: string | null
  actorType: string
  actorId: string | null
  actorName: string | null
}

const entryRows = prepareByKeys(
  (
    _: Db,
    platformId: string,
    bucketIds: readonly string[],
    seqs: readonly string[],
  ) => sql<EntryRow>`
    select l.bucket_id as "bucketId", l.seq, l.move_id as "moveId", m.kind,
      m.recorded_at as "recordedAt", m.effective_at as "effectiveAt", v.variant_id as "variantId",
      v.sku, ${itemName} as name, v.unit, v.qty_scale as "qtyScale",
      b.warehouse_id as "warehouseId", b.location_id as "locationId", o.code as location, b.status,
      t.code as lot, n.code as serial, l.delta, l.qty_before as before, l.qty_after as after,
      l.party, m.reason_code as "reasonCode", m.note, m.source_type as "sourceType",
      m.source_id as "sourceId", ${numberOfSource(platformId)} as number,
      m.actor_type as "actorType", m.actor_id as "actorId",
      coalesce(${memberName}, ak.name) as "actorName",
      -- A receipt has one move that brings its stock; each other one takes a part of that back.
      coalesce(m.reverses_move_id, nullif(rc.move_id, m.move_id)) as reverses,
      r.move_id as "reversedBy"
    from unnest(${bucketIds}::bigint[],
      ${seqs}::bigint[]) with ordinality as k(bucket_id, seq, place)
    join tenant.stock_ledger l on l.platform_id = ${platformId} and l.bucket_id = k.bucket_id
      and l.seq = k.seq
    join tenant.stock_moves m on m.platform_id = ${platformId} and m.move_id = l.move_id
    join tenant.stock_buckets b on b.platform_id = ${platformId} and b.bucket_id = l.bucket_id
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
    join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
    join tenant.locations o on o.platform_id = ${platformId} and o.location_id = b.location_id
    left join tenant.lots t on t.platform_id = ${platformId} and t.lot_id = b.lot_id
    left join tenant.serials n on n.platform_id = ${platformId} and n.serial_id = b.serial_id
    left join tenant.stock_moves r on r.platform_id = ${platformId}
      and r.reverses_move_id = m.move_id
    left join tenant.members u on u.platform_id = ${platformId} and u.id = m.actor_id
    left join tenant.api_keys ak on ak.platform_id = ${platformId} and ak.key_id = m.actor_id
    left join tenant.receipts rc on rc.platform_id = ${platformId}
      and rc.receipt_id = m.source_id and m.source_type = 'receipt'
    order by k.place`,
)

/** These entries, in this order, with all that a reader wants to know beside them. */
async function describe(
  db: Db,
  platformId: string,
  keys: readonly { bucketId: string; seq: string }[],
): Promise<LedgerEntry[]> {
  if (keys.length === 0) return []
  const bucketIds = keys.map(({ bucketId }) => bucketId)
  const seqs = keys.map(({ seq }) => seq)
  const rows = await entryRows(db, platformId, bucketIds, seqs)
  return rows.map(entryOf)
}

function entryOf(row: EntryRow): LedgerEntry {
  const { qtyScale, sourceType, sourceId, number, actorType, actorId, actorName, ...entry } = row
  return {
    ...entry,
    recordedAt: entry.recordedAt.toISOString(),
    effectiveAt: entry.effectiveAt.toISOString(),
    delta: fromQuanta(entry.delta, qtyScale),
    before: fromQuanta(entry.before, qtyScale),
    after: fromQuanta(entry.after, qtyScale),
    source: { type: sourceType, id: sourceId, number },
    actor: { type: actorType, id: actorId, name: actorName },
  }
}

type Key = { moveId: string; bucketId: string; seq: string }

/** Movements by the time they were recorded. */
export async function listEntries(
  db: Db,
  platformId: string,
  scope: WarehouseScope,
  { q, sort, ...filter }: LedgerFilter,
  page: PageRequest,
): Promise<Page<LedgerEntry>> {
  const { shown, counted, areFew } = await bucketsWith(db, platformId, q)
  const wanted = entries(db, platformId, scope, filter, shown)
  const rowsToCount = entries(db, platformId, scope, filter, counted)
  const order = (move: string, entry: string) =>
    orderOf<Key, 'recordedAt'>(sort, {
      recordedAt: [
        { column: `${move}.recorded_at`, kind: 'moment' },
        { column: `${move}.move_id`, kind: 'whole', of: (row) => row.moveId },
        { column: `${entry}.bucket_id`, kind: 'whole', of: (row) => row.bucketId },
        { column: `${entry}.seq`, kind: 'whole', of: (row) => row.seq },
      ],
    })
  const options = { counted: rowsToCount.clearSelect().select(sql`1`.as('one')) }
  const found = areFew
    ? // An offset keeps the database from looking for them among the newest all the same.
      await readPage(
        db,
        db.selectFrom(wanted.offset(0).as('x')).selectAll(),
        order('x', 'x'),
        page,
        options,
      )
    : await readPage(db, wanted, order('m', 'l'), page, options)
  return { ...found, items: await describe(db, platformId, found.items) }
}

/** The entries of one move in the order of its lines; none when it is not in sight. */
export async function listEntriesOf(
  db: Db,
  platformId: string,
  scope: WarehouseScope,
  moveId: string,
): Promise<LedgerEntry[]> {
  const keys = await entries(db, platformId, scope, { move: moveId }, sql`true`)
    .orderBy('l.lineNo')
    .orderBy('l.delta')
    .execute()
  return describe(db, platformId, keys)
}

/** The past of so many, and so many movements of them, are gathered; more are read, newest first. */
const mostLookedUp = 1_000

const mostGathered = 50_000

/**
 * The conditions that a search puts on buckets `b` whose movements are listed by time: for the page, and
 * for the count. `areFew` where all movements of these buckets are sooner gathered than found among the
 * newest of all. What `is true` is said of is looked at row by row, and never by an index on the items.
 */
async function bucketsWith(
  db: Db,
  platformId: string,
  q: string | undefined,
): Promise<{ shown: RawBuilder<boolean>; counted: RawBuilder<boolean>; areFew: boolean }> {
  const both = (shown: RawBuilder<boolean>, areFew = false) => ({ shown, counted: shown, areFew })
  if (!q) return both(sql`true`)
  const named = await findNamed(db, q)
  if (!named) return both(sql`false`)
  const { ids, terms } = named
  const rowByRow = sql<boolean>`(b.variant_id in (
    select authz.variants_with(${terms}, 2147483647))) is true`
  if (!ids) return both(rowByRow)
  const byItem = sql<boolean>`b.variant_id = any (${ids}::uuid[])`
  if (ids.length <= mostLookedUp && (await countEntries(db, platformId, ids)) <= mostGathered)
    return both(byItem, true)
  return { shown: rowByRow, counted: byItem, areFew: false }
}

/** Counts the movements of these items: each bucket numbers its own. */
async function countEntries(db: Db, platformId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ entries: string }>`
    select coalesce(sum(last_seq), 0) as entries from tenant.stock_buckets
    where platform_id = ${platformId} and variant_id = any (${ids}::uuid[])`.execute(db)
  return Number(rows[0]?.entries)
}
