import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { LedgerEntry, StockStatus } from '@stowage/contract/warehouse/stock'
import { sql, type Expression } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { readPage, type Page, type PageRequest } from '../../database/pages.ts'
import { searchTerms } from '../catalog/rules.ts'
import { itemName, type Sight } from './level-queries.ts'

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
  q?: string | undefined
}

type Scope = Pick<Sight, 'warehouses'>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The moves of a document, by its number or id, or of all documents of a kind. */
function fromSource(platformId: string, source: string): Expression<boolean> {
  if (uuid.test(source))
    return sql`m.source_id = ${source} and m.source_type in ('receipt', 'adjustment', 'import')`
  if (/^[a-z_]+$/.test(source)) return sql`m.source_type = ${source}`
  return sql`(m.source_type, m.source_id) in (
    select 'receipt', receipt_id from tenant.receipts
    where platform_id = ${platformId} and number = ${source}
    union all
    select 'adjustment', adjustment_id from tenant.adjustments
    where platform_id = ${platformId} and number = ${source})`
}

/** Rows of the ledger with all that a reader wants to know beside them. */
const entryRows = (
  db: Db,
  platformId: string,
  { warehouses }: Scope,
  { variant, warehouse, location, lot, kind, actor, source, move, from, to, q }: LedgerFilter,
) => {
  const terms = q === undefined ? undefined : searchTerms(q)
  return (
    db
      .selectFrom('tenant.stockMoves as m')
      .innerJoin('tenant.stockLedger as l', (join) =>
        join.onRef('l.platformId', '=', 'm.platformId').onRef('l.moveId', '=', 'm.moveId'),
      )
      .innerJoin('tenant.stockBuckets as b', (join) =>
        join.onRef('b.platformId', '=', 'l.platformId').onRef('b.bucketId', '=', 'l.bucketId'),
      )
      .innerJoin('tenant.variants as v', (join) =>
        join.onRef('v.platformId', '=', 'b.platformId').onRef('v.variantId', '=', 'b.variantId'),
      )
      .innerJoin('tenant.products as p', (join) =>
        join.onRef('p.platformId', '=', 'v.platformId').onRef('p.productId', '=', 'v.productId'),
      )
      .innerJoin('tenant.locations as o', (join) =>
        join.onRef('o.platformId', '=', 'b.platformId').onRef('o.locationId', '=', 'b.locationId'),
      )
      .leftJoin('tenant.lots as t', (join) =>
        join.onRef('t.platformId', '=', 'b.platformId').onRef('t.lotId', '=', 'b.lotId'),
      )
      .leftJoin('tenant.serials as n', (join) =>
        join.onRef('n.platformId', '=', 'b.platformId').onRef('n.serialId', '=', 'b.serialId'),
      )
      .leftJoin('tenant.stockMoves as r', (join) =>
        join.onRef('r.platformId', '=', 'm.platformId').onRef('r.reversesMoveId', '=', 'm.moveId'),
      )
      .leftJoin('tenant.members as u', (join) =>
        join.onRef('u.platformId', '=', 'm.platformId').onRef('u.id', '=', 'm.actorId'),
      )
      .leftJoin('tenant.receipts as rc', (join) =>
        join
          .onRef('rc.platformId', '=', 'm.platformId')
          .onRef('rc.receiptId', '=', 'm.sourceId')
          .on('m.sourceType', '=', 'receipt'),
      )
      .leftJoin('tenant.adjustments as ad', (join) =>
        join
          .onRef('ad.platformId', '=', 'm.platformId')
          .onRef('ad.adjustmentId', '=', 'm.sourceId')
          .on('m.sourceType', '=', 'adjustment'),
      )
      .select(['l.bucketId', 'l.seq', 'l.moveId', 'm.kind', 'm.recordedAt', 'm.effectiveAt'])
      .select(['v.variantId', 'v.sku', 'v.unit', 'v.qtyScale', 'b.warehouseId', 'b.locationId'])
      .select(['o.code as location', 'b.status', 't.code as lot', 'n.code as serial', 'l.delta'])
      .select(['l.qtyBefore', 'l.qtyAfter', 'l.party', 'm.reasonCode', 'm.note', 'm.sourceType'])
      .select(['m.sourceId', 'm.actorType', 'm.actorId', 'm.reversesMoveId', itemName.as('name')])
      .select([
        sql<string | null>`r.move_id`.as('reversedBy'),
        sql<string>`m.recorded_at::text`.as('moment'),
      ])
      .select(sql<string | null>`coalesce(rc.number, ad.number)`.as('number'))
      .select(
        sql<string | null>`coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''),
        nullif(u.last_name, '')), ''), u.email)`.as('actorName'),
      )
      .where('m.platformId', '=', platformId)
      .$if(warehouses !== null, (some) =>
        some.where('b.warehouseId', 'in', [...(warehouses ?? [])]),
      )
      .$if(variant !== undefined, (some) => some.where('b.variantId', '=', variant ?? ''))
      .$if(warehouse !== undefined, (some) => some.where('b.warehouseId', '=', warehouse ?? ''))
      .$if(location !== undefined, (some) => some.where('b.locationId', '=', location ?? ''))
      .$if(lot !== undefined, (some) => some.where('t.code', '=', lot ?? ''))
      .$if(kind !== undefined, (some) => some.where('m.kind', 'in', [...(kind ?? [])]))
      .$if(actor !== undefined, (some) => some.where('m.actorId', '=', actor ?? ''))
      .$if(source !== undefined, (some) => some.where(fromSource(platformId, source ?? '')))
      .$if(move !== undefined, (some) => some.where(sql<boolean>`m.move_id = ${move ?? ''}`))
      .$if(from !== undefined, (some) => some.where('m.recordedAt', '>=', new Date(from ?? '')))
      .$if(to !== undefined, (some) => some.where('m.recordedAt', '<', new Date(to ?? '')))
      .$if(terms !== undefined, (some) =>
        some.where(sql<boolean>`v.search @@ ${terms ?? ''}::tsquery`),
      )
      // Something was typed, and nothing of it is a word.
      .$if(!!q && terms === undefined, (some) => some.where(sql<boolean>`false`))
  )
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof entryRows>['executeTakeFirstOrThrow']>>

function entryOf(row: EntryRow): LedgerEntry {
  const { qtyScale, qtyBefore, qtyAfter, moment: _, sourceType, sourceId, number, ...rest } = row
  const { actorType, actorId, actorName, reversesMoveId, ...entry } = rest
  const shown = (quanta: string) => fromQuanta(quanta, qtyScale)
  return {
    ...entry,
    status: entry.status as StockStatus,
    recordedAt: entry.recordedAt.toISOString(),
    effectiveAt: entry.effectiveAt.toISOString(),
    delta: shown(entry.delta),
    before: shown(qtyBefore),
    after: shown(qtyAfter),
    source: { type: sourceType, id: sourceId, number },
    actor: { type: actorType, id: actorId, name: actorName },
    reverses: reversesMoveId,
  }
}

/** Movements, newest first. */
export async function listEntries(
  db: Db,
  platformId: string,
  scope: Scope,
  filter: LedgerFilter,
  page: PageRequest,
): Promise<Page<LedgerEntry>> {
  const found = await readPage(
    db,
    entryRows(db, platformId, scope, filter),
    [
      { column: 'm.recorded_at', kind: 'moment', of: (row) => row.moment },
      { column: 'm.move_id', kind: 'whole', of: (row) => row.moveId },
      { column: 'l.bucket_id', kind: 'whole', of: (row) => row.bucketId },
      { column: 'l.seq', kind: 'whole', of: (row) => row.seq },
    ],
    page,
    { isDescending: true },
  )
  return { ...found, items: found.items.map(entryOf) }
}

/** The entries of one move in the order of its lines; none when it is not in sight. */
export async function listEntriesOf(
  db: Db,
  platformId: string,
  scope: Scope,
  moveId: string,
): Promise<LedgerEntry[]> {
  const rows = await entryRows(db, platformId, scope, { move: moveId })
    .orderBy('l.lineNo')
    .orderBy('l.delta')
    .execute()
  return rows.map(entryOf)
}
