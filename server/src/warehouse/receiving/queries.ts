import type { Receipt } from '@stowage/contract/warehouse/receiving'
import type { StockStatus } from '@stowage/contract/warehouse/stock'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareWrite } from '../../database/prepared.ts'
import type { Lot } from '../lots/queries.ts'
import type { Scope } from '../places/queries.ts'
import type { Place } from '../places/site-queries.ts'
import { nameOfMember } from '../settings/member-queries.ts'
import type { ReceiptState } from './rules.ts'

/** A line as it is kept, with the names of what it names. Quantities are quanta, costs micros. */
export type LineRow = {
  lineNo: number
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  typedUnit: string
  quanta: string
  place: Place
  status: StockStatus
  lot: Pick<Lot, 'lotId' | 'code' | 'expiresOn' | 'state'> | null
  /** Days the item must keep when it comes. */
  minRemainingDays: number | null
  serials: { serialId: string; code: string; isInStock: boolean; isReversed: boolean }[]
  /** What was taken out of stock again. */
  reversed: string
  /** Of one base unit, rounded. */
  unitCostMicros: string | null
  /** Of the whole line, exact: quantity times unit cost, rounded once. */
  valueMicros: string | null
}

export type ReceiptRow = Omit<Receipt, 'lines' | 'state'> & { state: ReceiptState }

/** Receipts with their warehouse; the moment of the order stays text, to the microsecond. */
const receiptRows = (db: Db, platformId: string, scope: Scope) =>
  db
    .selectFrom('tenant.receipts as r')
    .innerJoin('tenant.warehouses as w', (join) =>
      join.onRef('w.platformId', '=', 'r.platformId').onRef('w.warehouseId', '=', 'r.warehouseId'),
    )
    .select(['r.receiptId as id', 'r.number', 'r.kind', 'r.warehouseId', 'r.reference', 'r.state'])
    .select(['r.receivedAt', 'r.moveId', 'r.version', 'r.createdAt', 'r.createdBy'])
    .select(['w.code as warehouseCode', sql<string>`r.created_at::text`.as('madeAt')])
    .where('r.platformId', '=', platformId)
    .$if(scope !== null, (query) => query.where('r.warehouseId', 'in', [...(scope ?? [])]))

/** The same with the names of who made them, to be shown. */
export const namedReceipts = (...asked: Parameters<typeof receiptRows>) =>
  receiptRows(...asked).select(nameOfMember(asked[1], sql`r.created_by`).as('createdByName'))

/** How many lines a receipt `r` has. */
export const lineCount = sql<number>`(
  select count(*)::int from tenant.receipt_lines l
  where l.platform_id = r.platform_id and l.receipt_id = r.receipt_id)`.as('lineCount')

type Row = Awaited<ReturnType<ReturnType<typeof receiptRows>['executeTakeFirstOrThrow']>> &
  Pick<Receipt, 'createdByName'>

export const receiptOf = ({ madeAt: _, receivedAt, createdAt, ...row }: Row): ReceiptRow => ({
  ...row,
  receivedAt: receivedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

type Named = [platformId: string, scope: Scope, receiptId: string]

/** Undefined for one that is not there or out of the member's sight. */
export async function findReceipt(
  db: Db,
  ...[platformId, scope, receiptId]: Named
): Promise<ReceiptRow | undefined> {
  const row = await namedReceipts(db, platformId, scope)
    .where('r.receiptId', '=', receiptId)
    .executeTakeFirst()
  return row && receiptOf(row)
}

/** A receipt in the time of its warehouse. */
export type HeldReceipt = ReceiptRow & { timezone: string }

/**
 * Locks the receipt. What is read of other tables in the same statement may be from before the lock:
 * its lines are asked for afterwards.
 */
export async function lockReceipt(
  tx: Tx,
  ...[platformId, scope, receiptId]: Named
): Promise<HeldReceipt | undefined> {
  const row = await receiptRows(tx, platformId, scope)
    .select('w.timezone')
    .where('r.receiptId', '=', receiptId)
    .forNoKeyUpdate('r')
    .executeTakeFirst()
  return row && { ...receiptOf(row), timezone: row.timezone }
}

export async function listLines(db: Db, platformId: string, receiptId: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.line_no as "lineNo", l.variant_id as "variantId", v.sku, v.unit,
      concat_ws(' ', p.name, nullif(v.name, '')) as name, v.qty_scale as "qtyScale",
      l.unit as "typedUnit", l.qty_received as quanta, l.status,
      jsonb_build_object('locationId', o.location_id, 'code', o.code, 'status', o.status,
        'receivable', o.receivable, 'isLimited', o.is_limited) as place,
      case when t.lot_id is not null
        then jsonb_build_object('lotId', t.lot_id, 'code', t.code, 'expiresOn', t.expires_on,
          'state', t.state)
        end as lot,
      p.min_remaining_days_receive as "minRemainingDays",
      coalesce((
        select jsonb_agg(jsonb_build_object('serialId', s.serial_id, 'code', s.code,
          'isReversed', s.serial_id = any (l.reversed_serial_ids), 'isInStock', exists (
            select from tenant.stock_buckets b where b.platform_id = s.platform_id
              and b.serial_id = s.serial_id and b.on_hand > 0)) order by n.place)
        from unnest(l.serial_ids) with ordinality as n (id, place)
        join tenant.serials s on s.platform_id = l.platform_id and s.serial_id = n.id), '[]') as serials,
      l.qty_reversed as reversed, l.unit_cost_micros as "unitCostMicros",
      l.value_micros as "valueMicros"
    from tenant.receipt_lines l
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    join tenant.locations o on o.platform_id = l.platform_id and o.location_id = l.location_id
    left join tenant.lots t on t.platform_id = l.platform_id and t.lot_id = l.lot_id
    where l.platform_id = ${platformId} and l.receipt_id = ${receiptId}
    order by l.line_no`.execute(db)
  return rows
}

const storedLines = (lines: readonly LineRow[]) =>
  JSON.stringify(
    lines.map((line) => ({
      lineNo: line.lineNo,
      variantId: line.variantId,
      typedUnit: line.typedUnit,
      quanta: line.quanta,
      locationId: line.place.locationId,
      status: line.status,
      lotId: line.lot?.lotId ?? null,
      unitCostMicros: line.unitCostMicros,
      valueMicros: line.valueMicros,
      serialIds: line.serials.map(({ serialId }) => serialId),
    })),
  )

export type NewReceipt = Pick<
  ReceiptRow,
  'id' | 'number' | 'warehouseId' | 'reference' | 'state' | 'receivedAt' | 'moveId'
> & { by: string; at: Date }

/** Inserts a receipt with its lines, in one statement. */
export async function insertReceipt(
  tx: Tx,
  platformId: string,
  { id, number, warehouseId, reference, state, receivedAt, moveId, by, at }: NewReceipt,
  lines: readonly LineRow[],
): Promise<void> {
  const row = { id, number, warehouseId, reference, state, receivedAt, moveId, by, at }
  await insertWithLines(tx, platformId, row, storedLines(lines))
}

const insertWithLines = prepareWrite(
  (_: Db, platformId: string, receipt: NewReceipt, lines: string) => {
    const { id, number, warehouseId, reference, state, receivedAt, moveId, by, at } = receipt
    return sql`
      with receipt as (
        insert into tenant.receipts (platform_id, receipt_id, number, warehouse_id, reference,
          state, received_at, move_id, created_at, created_by, updated_at, updated_by)
        values (${platformId}, ${id}, ${number}, ${warehouseId}, ${reference}, ${state},
          ${receivedAt}, ${moveId}, ${at}, ${by}, ${at}, ${by})
      )
      ${linesInsert(platformId, id, lines)}`
  },
)

/** Adds lines to a receipt that is there. */
export const insertLines = (
  tx: Tx,
  platformId: string,
  receiptId: string,
  lines: readonly LineRow[],
): Promise<void> => insertStored(tx, platformId, receiptId, storedLines(lines))

const insertStored = prepareWrite((_: Db, platformId: string, receiptId: string, lines: string) =>
  linesInsert(platformId, receiptId, lines),
)

/** `lines` as `storedLines` gives them. */
const linesInsert = (platformId: string, receiptId: string, lines: string) => sql`
  insert into tenant.receipt_lines (platform_id, receipt_id, line_no, variant_id, unit,
    qty_received, location_id, status, lot_id, serial_ids, unit_cost_micros, value_micros)
  select ${platformId}, ${receiptId}, l."lineNo", l."variantId", l."typedUnit", l.quanta,
    l."locationId", l.status, l."lotId", l."serialIds", l."unitCostMicros", l."valueMicros"
  from jsonb_to_recordset(${lines}::jsonb) as l("lineNo" int, "variantId" uuid,
    "typedUnit" text, quanta bigint, "locationId" uuid, status text, "lotId" uuid,
    "serialIds" uuid[], "unitCostMicros" bigint, "valueMicros" bigint)`

type Change = { state?: ReceiptState; reference?: string; by: string; at: Date }

/** Moves a receipt on; one that is completed takes over the move that was just posted for it. */
export async function saveReceipt(
  tx: Tx,
  platformId: string,
  receiptId: string,
  { state, reference, by, at }: Change,
): Promise<void> {
  const moveOf = (column: 'moveId' | 'effectiveAt') =>
    tx
      .selectFrom('tenant.stockMoves as m')
      .select(`m.${column}`)
      .where('m.platformId', '=', platformId)
      .where('m.sourceType', '=', 'receipt')
      .where('m.sourceId', '=', receiptId)
  await tx
    .updateTable('tenant.receipts')
    .set((row) => ({
      ...(state && { state }),
      ...(reference !== undefined && { reference }),
      ...(state === 'completed' && {
        moveId: moveOf('moveId') as never,
        receivedAt: moveOf('effectiveAt') as never,
      }),
      version: row('version', '+', 1),
      updatedAt: at,
      updatedBy: by,
    }))
    .where('platformId', '=', platformId)
    .where('receiptId', '=', receiptId)
    .execute()
}
