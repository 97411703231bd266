import type { Adjustment } from '@stowage/contract/warehouse/adjustments'
import { fromQuanta, plainMoney } from '@stowage/contract/warehouse/quantities'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { prepareRead, prepareWrite } from '../../database/prepared.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { defineDocument } from '../../workspace/documents/queries.ts'
import { documentSource } from '../../workspace/documents/source-queries.ts'
import type { CorrectionLine } from '../stock/rules.ts'
import { ofWarehouse, stockLineColumns, stockLineJoins } from '../stock/document-queries.ts'
import { toLineReply } from '../stock/lines.ts'

/** A line as it is stored, with the names of what it names; quantities in quanta. */
export type LineRow = CorrectionLine & {
  /** Null until it is posted. */
  before: string | null
  after: string | null
}

export type AdjustmentRow = Omit<Adjustment, 'lines' | 'value'> & {
  /** In micros, where it was compared with the limit for approval. */
  valueMicros: string | null
}

export const adjustments = defineDocument<AdjustmentRow, LineRow, 'adjustment'>({
  type: 'adjustment',
  posts: {
    reversed: 'with_document',
    column: 'moveId',
    kinds: ['adjust'],
    in: ['posted', 'reversed'],
    // One that changed nothing has no move.
    isOptional: true,
    undone: 'reversed',
  },
  prefix: 'AD',
  table: 'tenant.adjustments',
  lineTable: 'tenant.adjustmentLines',
  key: 'adjustmentId',
  owner: ofWarehouse,
  columns: [
    'warehouseId',
    'reasonCode',
    'note',
    'effectiveAt',
    'moveId',
    'editedBy',
    'approvedBy',
    'valueMicros',
  ],
  people: ['createdBy', 'approvedBy'],
  searched: ['number', 'note'],
  lineColumns: {
    lineNo: ({ lineNo }) => lineNo,
    variantId: ({ variantId }) => variantId,
    locationId: ({ place }) => place.locationId,
    status: ({ status }) => status,
    lotId: ({ lot }) => lot?.lotId ?? null,
    serialId: ({ serial }) => serial?.serialId ?? null,
    mode: ({ mode }) => mode,
    qty: ({ quanta }) => quanta,
    expected: ({ expected }) => expected,
    qtyBefore: ({ before }) => before,
    qtyAfter: ({ after }) => after,
  },
  listLines,
  transitions: {
    draft: ['posted', 'pending_approval', 'cancelled'],
    pending_approval: ['posted', 'draft'],
    posted: ['reversed'],
    cancelled: [],
    reversed: [],
  },
  editable: 'draft',
  unfinished: ['draft', 'pending_approval'],
  uses: { itself: ['warehouse'], inLines: ['location', 'variant'] },
  recorded: ({ warehouseId, reasonCode }) => ({ warehouseId, reasonCode }),
})

export const adjustmentSource = documentSource(adjustments, {
  right: 'stock.read',
  note: sql`d.reason_code`,
})

async function listLines(db: Db, platformId: string, adjustmentId: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select ${stockLineColumns}, l.mode, l.qty as quanta, l.expected,
      l.qty_before as before, l.qty_after as after,
      case when t.lot_id is not null
        then jsonb_build_object('lotId', t.lot_id, 'code', t.code) end as lot,
      case when s.serial_id is not null
        then jsonb_build_object('serialId', s.serial_id, 'code', s.code) end as serial
    from tenant.adjustment_lines l ${stockLineJoins}
    left join tenant.serials s on s.platform_id = l.platform_id and s.serial_id = l.serial_id
    where l.platform_id = ${platformId} and l.adjustment_id = ${adjustmentId}
    order by l.line_no`.execute(db)
  return rows
}

type Viewer = Pick<WorkspaceMember, 'holds'>

/** An adjustment without its lines; its value is left out without the right to see values. */
export const toSummary = <Row extends AdjustmentRow>(
  { valueMicros, ...row }: Row,
  { holds }: Viewer,
) => ({
  ...row,
  ...(holds.has('stock.value.read') && {
    value: valueMicros === null ? null : plainMoney(valueMicros),
  }),
})

export const toReply = (
  row: AdjustmentRow,
  lines: readonly LineRow[],
  viewer: Viewer,
): Adjustment => ({ ...toSummary(row, viewer), lines: lines.map(toCorrectionReply) })

function toCorrectionReply(line: LineRow): Adjustment['lines'][number] {
  const { qtyScale, before, after } = line
  const format = (quanta: string | null) => quanta && fromQuanta(quanta, qtyScale)
  const delta = before === null || after === null ? null : BigInt(after) - BigInt(before)
  return {
    ...toLineReply(line),
    serial: line.serial?.code ?? null,
    mode: line.mode,
    expected: format(line.expected),
    before: format(before),
    after: format(after),
    delta: delta === null ? null : fromQuanta(delta, qtyScale),
  }
}

/** Writes the move of a posted adjustment, and to its lines the quantities before and after it. */
export const saveOutcome = prepareWrite(
  (_, platformId: string, adjustmentId: string) => sql`
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

/** Returns the approval settings of adjustments; `above` is in micros, null approves all. */
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
