import { fromQuanta, plainMoney } from '@stowage/contract/warehouse/quantities'
import type { Receipt } from '@stowage/contract/warehouse/receiving'
import { sql } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { defineDocument } from '../../workspace/documents/queries.ts'
import { documentSource } from '../../workspace/documents/source-queries.ts'
import type { Lot } from '../lots/queries.ts'
import {
  ofWarehouseInItsTime,
  stockLineColumns,
  stockLineJoins,
} from '../stock/document-queries.ts'
import { toLineReply, type StockLine } from '../stock/lines.ts'

/** A receipt, in the time zone of its warehouse. */
export type ReceiptRow = Omit<Receipt, 'lines'> & { timezone: string }

/** A line as it is stored, with the names of what it names. Quantities are quanta, costs micros. */
export type LineRow = StockLine & {
  /** The unit it was typed in. */
  typedUnit: string
  lot: Pick<Lot, 'lotId' | 'code' | 'expiresOn' | 'state'> | null
  /** Days the item must keep when it is received. */
  minRemainingDays: number | null
  serials: { serialId: string; code: string; isInStock: boolean; isReversed: boolean }[]
  /** The quantity that was reversed. */
  reversed: string
  /** Cost of one base unit, rounded. */
  unitCostMicros: string | null
  /** Value of the whole line, exact: quantity times unit cost, rounded once. */
  valueMicros: string | null
}

export const receipts = defineDocument<ReceiptRow, LineRow, 'receipt'>({
  type: 'receipt',
  posts: {
    reversed: 'with_document',
    column: 'moveId',
    kinds: ['receive'],
    in: ['completed', 'reversed'],
    undone: 'reversed',
  },
  prefix: 'RC',
  table: 'tenant.receipts',
  lineTable: 'tenant.receiptLines',
  key: 'receiptId',
  owner: ofWarehouseInItsTime,
  columns: ['kind', 'warehouseId', 'reference', 'receivedAt', 'moveId'],
  people: ['createdBy'],
  searched: ['number', 'reference'],
  lineColumns: {
    lineNo: ({ lineNo }) => lineNo,
    variantId: ({ variantId }) => variantId,
    unit: ({ typedUnit }) => typedUnit,
    qtyReceived: ({ quanta }) => quanta,
    locationId: ({ place }) => place.locationId,
    status: ({ status }) => status,
    lotId: ({ lot }) => lot?.lotId ?? null,
    serialIds: ({ serials }) => serials.map(({ serialId }) => serialId),
    unitCostMicros: ({ unitCostMicros }) => unitCostMicros,
    valueMicros: ({ valueMicros }) => valueMicros,
  },
  listLines,
  transitions: {
    open: ['completed', 'cancelled'],
    completed: ['reversed'],
    cancelled: [],
    reversed: [],
  },
  editable: 'open',
  unfinished: ['open'],
  uses: { itself: ['warehouse'], inLines: ['location', 'variant'] },
  recorded: ({ warehouseId }) => ({ warehouseId }),
})

export const receiptSource = documentSource(receipts, {
  right: 'stock.read',
  page: 'receiving',
  note: sql`d.reference`,
})

async function listLines(db: Db, platformId: string, receiptId: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select ${stockLineColumns}, l.unit as "typedUnit", l.qty_received as quanta,
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
    from tenant.receipt_lines l ${stockLineJoins}
    where l.platform_id = ${platformId} and l.receipt_id = ${receiptId}
    order by l.line_no`.execute(db)
  return rows
}

/** A receipt without its lines; the time zone of its warehouse is no part of it. */
export const toSummary = <Row extends ReceiptRow>({ timezone: _, ...row }: Row) => row

/** A receipt as this member may see it: costs are left out without the right to see them. */
export function toReply(
  row: ReceiptRow,
  lines: readonly LineRow[],
  { holds }: Pick<WorkspaceMember, 'holds'>,
): Receipt {
  const seesCosts = holds.has('catalog.cost.read')
  return {
    ...toSummary(row),
    lines: lines.map((line) => ({
      ...toLineReply(line),
      lotId: line.lot?.lotId ?? null,
      serials: line.serials.map(({ code }) => code),
      reversedQty: fromQuanta(line.reversed, line.qtyScale),
      reversedSerials: line.serials.flatMap(({ code, isReversed }) => (isReversed ? [code] : [])),
      ...(seesCosts && {
        unitCost: line.unitCostMicros === null ? null : plainMoney(line.unitCostMicros),
        value: line.valueMicros === null ? null : plainMoney(line.valueMicros),
      }),
    })),
  }
}

/** Part of a line that is reversed, in quanta; with the ids of the pieces that have serial numbers. */
export type ReversedPart = { lineNo: number; quanta: string; serialIds: readonly string[] }

/** Adds to what was reversed of each line. */
export async function addReversed(
  tx: Tx,
  platformId: string,
  receiptId: string,
  parts: readonly ReversedPart[],
): Promise<void> {
  await sql`
    update tenant.receipt_lines l
    set qty_reversed = l.qty_reversed + p.quanta,
      reversed_serial_ids = l.reversed_serial_ids || p."serialIds"
    from ${givenRows(JSON.stringify(parts), '"lineNo" int, quanta bigint, "serialIds" uuid[]')} p
    where l.platform_id = ${platformId} and l.receipt_id = ${receiptId}
      and l.line_no = p."lineNo"`.execute(tx)
}
