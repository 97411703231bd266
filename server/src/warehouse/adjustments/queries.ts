import type { Adjustment } from '@stowage/contract/warehouse/adjustments'
import type { StockStatus } from '@stowage/contract/warehouse/stock'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare, prepareRead, prepareWrite } from '../../database/prepared.ts'
import type { Scope } from '../places/queries.ts'
import type { Place } from '../places/site-queries.ts'
import { nameOfMember } from '../settings/member-queries.ts'
import type { AdjustmentState } from './rules.ts'

/** A line as it is kept, with the names of what it names; quantities in quanta. */
export type LineRow = {
  lineNo: number
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  place: Place
  status: StockStatus
  lot: { lotId: string; code: string } | null
  serial: { serialId: string; code: string } | null
  mode: 'delta' | 'set'
  quanta: string
  expected: string | null
  /** Null until it is posted. */
  before: string | null
  after: string | null
}

export type AdjustmentRow = Omit<Adjustment, 'lines' | 'state' | 'value'> & {
  state: AdjustmentState
  /** In micros, where it was weighed against what has to be approved. */
  worth: string | null
}

/** Adjustments with their warehouse; the moment of the order stays text, to the microsecond. */
const adjustmentRows = (db: Db, platformId: string, scope: Scope) =>
  db
    .selectFrom('tenant.adjustments as a')
    .innerJoin('tenant.warehouses as w', (join) =>
      join.onRef('w.platformId', '=', 'a.platformId').onRef('w.warehouseId', '=', 'a.warehouseId'),
    )
    .select(['a.adjustmentId as id', 'a.number', 'a.warehouseId', 'a.state', 'a.reasonCode'])
    .select(['a.note', 'a.effectiveAt', 'a.moveId', 'a.version', 'a.createdAt', 'a.createdBy'])
    .select(['a.editedBy', 'a.approvedBy', 'a.valueMicros as worth'])
    .select(['w.code as warehouseCode', sql<string>`a.created_at::text`.as('madeAt')])
    .where('a.platformId', '=', platformId)
    .$if(scope !== null, (query) => query.where('a.warehouseId', 'in', [...(scope ?? [])]))

/** The same with the names of who made and approved them, to be shown. */
export const namedAdjustments = (...asked: Parameters<typeof adjustmentRows>) =>
  adjustmentRows(...asked).select([
    nameOfMember(asked[1], sql`a.created_by`).as('createdByName'),
    nameOfMember(asked[1], sql`a.approved_by`).as('approvedByName'),
  ])

/** How many lines an adjustment `a` has. */
export const lineCount = sql<number>`(
  select count(*)::int from tenant.adjustment_lines l
  where l.platform_id = a.platform_id and l.adjustment_id = a.adjustment_id)`.as('lineCount')

type Row = Awaited<ReturnType<ReturnType<typeof adjustmentRows>['executeTakeFirstOrThrow']>> &
  Pick<Adjustment, 'createdByName' | 'approvedByName'>

export const adjustmentOf = ({
  madeAt: _,
  effectiveAt,
  createdAt,
  ...row
}: Row): AdjustmentRow => ({
  ...row,
  effectiveAt: effectiveAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

type Named = [platformId: string, scope: Scope, adjustmentId: string]

/** Undefined for one that is not there or out of the member's sight. */
export async function findAdjustment(
  db: Db,
  ...[platformId, scope, adjustmentId]: Named
): Promise<AdjustmentRow | undefined> {
  const row = await namedAdjustments(db, platformId, scope)
    .where('a.adjustmentId', '=', adjustmentId)
    .executeTakeFirst()
  return row && adjustmentOf(row)
}

/** Locks the adjustment; its lines are asked for afterwards, when nobody else can change them. */
export async function lockAdjustment(
  tx: Tx,
  ...[platformId, scope, adjustmentId]: Named
): Promise<AdjustmentRow | undefined> {
  const row = await adjustmentRows(tx, platformId, scope)
    .where('a.adjustmentId', '=', adjustmentId)
    .forNoKeyUpdate('a')
    .executeTakeFirst()
  return row && adjustmentOf(row)
}

export async function listLines(
  db: Db,
  platformId: string,
  adjustmentId: string,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.line_no as "lineNo", l.variant_id as "variantId", v.sku, v.unit,
      concat_ws(' ', p.name, nullif(v.name, '')) as name, v.qty_scale as "qtyScale", l.status,
      jsonb_build_object('locationId', o.location_id, 'code', o.code, 'status', o.status,
        'receivable', o.receivable, 'isLimited', o.is_limited) as place,
      case when t.lot_id is not null
        then jsonb_build_object('lotId', t.lot_id, 'code', t.code) end as lot,
      case when s.serial_id is not null
        then jsonb_build_object('serialId', s.serial_id, 'code', s.code) end as serial,
      l.mode, l.qty as quanta, l.expected, l.qty_before as before, l.qty_after as after
    from tenant.adjustment_lines l
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    join tenant.locations o on o.platform_id = l.platform_id and o.location_id = l.location_id
    left join tenant.lots t on t.platform_id = l.platform_id and t.lot_id = l.lot_id
    left join tenant.serials s on s.platform_id = l.platform_id and s.serial_id = l.serial_id
    where l.platform_id = ${platformId} and l.adjustment_id = ${adjustmentId}
    order by l.line_no`.execute(db)
  return rows
}

const storedLines = (lines: readonly LineRow[]) =>
  JSON.stringify(
    lines.map(({ place, lot, serial, ...line }) => ({
      ...line,
      locationId: place.locationId,
      lotId: lot?.lotId ?? null,
      serialId: serial?.serialId ?? null,
    })),
  )

export type NewAdjustment = Pick<
  AdjustmentRow,
  'id' | 'number' | 'warehouseId' | 'state' | 'reasonCode' | 'note' | 'effectiveAt' | 'moveId'
> & { worth: string | null; by: string; at: Date }

/** Inserts an adjustment with its lines, in one statement; lines of a posted one with their outcome. */
export async function insertAdjustment(
  tx: Tx,
  platformId: string,
  adjustment: NewAdjustment,
  lines: readonly LineRow[],
): Promise<void> {
  const { id, number, warehouseId, state, reasonCode, note, effectiveAt, moveId } = adjustment
  const { worth, by, at } = adjustment
  const named = { id, number, warehouseId, state, reasonCode, note, effectiveAt, moveId }
  await insertWithLines(tx, platformId, { ...named, worth, by, at }, storedLines(lines))
}

const insertWithLines = prepareWrite(
  (_: Db, platformId: string, row: NewAdjustment, lines: string) => {
    const { id, number, warehouseId, state, reasonCode, note, effectiveAt, moveId } = row
    const { worth, by, at } = row
    return sql`
      with adjustment as (
        insert into tenant.adjustments (platform_id, adjustment_id, number, warehouse_id, state,
          reason_code, note, effective_at, value_micros, move_id, created_at, created_by,
          updated_at, updated_by)
        values (${platformId}, ${id}, ${number}, ${warehouseId}, ${state}, ${reasonCode}, ${note},
          ${effectiveAt}, ${worth}, ${moveId}, ${at}, ${by}, ${at}, ${by})
      )
      ${linesInsert(platformId, id, lines)}`
  },
)

/** Adds lines to an adjustment that is there. */
export const insertLines = (
  tx: Tx,
  platformId: string,
  adjustmentId: string,
  lines: readonly LineRow[],
): Promise<void> => insertStored(tx, platformId, adjustmentId, storedLines(lines))

const insertStored = prepareWrite(
  (_: Db, platformId: string, adjustmentId: string, lines: string) =>
    linesInsert(platformId, adjustmentId, lines),
)

/** `lines` as `storedLines` gives them. */
const linesInsert = (platformId: string, adjustmentId: string, lines: string) => sql`
  insert into tenant.adjustment_lines (platform_id, adjustment_id, line_no, variant_id,
    location_id, status, lot_id, serial_id, mode, qty, expected, qty_before, qty_after)
  select ${platformId}, ${adjustmentId}, l."lineNo", l."variantId", l."locationId", l.status,
    l."lotId", l."serialId", l.mode, l.quanta, l.expected, l.before, l.after
  from jsonb_to_recordset(${lines}::jsonb) as l("lineNo" int, "variantId" uuid,
    "locationId" uuid, status text, "lotId" uuid, "serialId" uuid, mode text, quanta bigint,
    expected bigint, before bigint, after bigint)`

type Change = {
  state: AdjustmentState
  worth?: bigint | undefined
  approvedBy?: string
  by: string
  at: Date
}

/** Moves an adjustment on to another state. */
export async function saveAdjustment(
  tx: Tx,
  platformId: string,
  adjustmentId: string,
  { state, worth, approvedBy, by, at }: Change,
): Promise<void> {
  await tx
    .updateTable('tenant.adjustments')
    .set((row) => ({
      state,
      ...(worth !== undefined && { valueMicros: String(worth) }),
      ...(approvedBy !== undefined && { approvedBy }),
      version: row('version', '+', 1),
      updatedAt: at,
      updatedBy: by,
    }))
    .where('platformId', '=', platformId)
    .where('adjustmentId', '=', adjustmentId)
    .execute()
}

/** Gives a posted adjustment its move, and its lines what was there before and after. */
export const saveOutcome = prepare(
  (_: Db, platformId: string, adjustmentId: string) => sql`
    with posted as (
      update tenant.adjustments a set move_id = m.move_id from tenant.stock_moves m
      where a.platform_id = ${platformId} and a.adjustment_id = ${adjustmentId}
        and m.platform_id = a.platform_id and m.source_type = 'adjustment'
        and m.source_id = a.adjustment_id
      returning m.move_id
    )
    update tenant.adjustment_lines l
    set qty_before = coalesce(g.qty_before, l.qty), qty_after = coalesce(g.qty_after, l.qty)
    from tenant.adjustment_lines same
    left join (tenant.stock_ledger g join posted on posted.move_id = g.move_id)
      on g.platform_id = ${platformId} and g.line_no = same.line_no
    where l.platform_id = ${platformId} and l.adjustment_id = ${adjustmentId}
      and same.platform_id = l.platform_id and same.adjustment_id = l.adjustment_id
      and same.line_no = l.line_no`,
)

/** What the platform asks of adjustments, in micros; null approves all. */
export async function findApproval(
  db: Db,
  platformId: string,
): Promise<{ above: bigint | null; separateDuties: boolean }> {
  const row = await findSettings(db, platformId)
  if (!row) throw new Error('The platform has no settings of its warehouse')
  return {
    above: row.adjustApprovalAbove === null ? null : BigInt(row.adjustApprovalAbove),
    separateDuties: row.separateDuties,
  }
}

const findSettings = prepareRead((db: Db, platformId: string) =>
  db
    .selectFrom('tenant.warehouseSettings')
    .select(['adjustApprovalAbove', 'separateDuties'])
    .where('platformId', '=', platformId),
)
