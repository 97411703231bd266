import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { insertLines, type LineRow } from './queries.ts'

export async function deleteLine(
  tx: Tx,
  platformId: string,
  receiptId: string,
  lineNo: number,
): Promise<void> {
  await tx
    .deleteFrom('tenant.receiptLines')
    .where('platformId', '=', platformId)
    .where('receiptId', '=', receiptId)
    .where('lineNo', '=', lineNo)
    .execute()
}

/** Writes a line of an open receipt anew. */
export async function replaceLine(
  tx: Tx,
  platformId: string,
  receiptId: string,
  line: LineRow,
): Promise<void> {
  await deleteLine(tx, platformId, receiptId, line.lineNo)
  await insertLines(tx, platformId, receiptId, [line])
}

/** What is taken out of stock again of one line, in quanta; of pieces with serial numbers these. */
export type ReversedPart = { lineNo: number; quanta: string; serialIds: readonly string[] }

/** Adds to what was reversed of each line. */
export async function saveReversed(
  tx: Tx,
  platformId: string,
  receiptId: string,
  parts: readonly ReversedPart[],
): Promise<void> {
  await sql`
    update tenant.receipt_lines l
    set qty_reversed = l.qty_reversed + p.quanta,
      reversed_serial_ids = l.reversed_serial_ids || p."serialIds"
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p ("lineNo" int, quanta bigint,
      "serialIds" uuid[])
    where l.platform_id = ${platformId} and l.receipt_id = ${receiptId}
      and l.line_no = p."lineNo"`.execute(tx)
}
