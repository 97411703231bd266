import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { insertLines, type AdjustmentRow, type LineRow } from './queries.ts'

type Draft = Pick<
  AdjustmentRow,
  'id' | 'reasonCode' | 'note' | 'effectiveAt' | 'worth' | 'editedBy'
>

/** Writes the head of a draft anew, as this member has edited it. */
export async function saveDraft(
  tx: Tx,
  platformId: string,
  { id, reasonCode, note, effectiveAt, worth, editedBy }: Draft,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await sql`
    update tenant.adjustments set reason_code = ${reasonCode}, note = ${note},
      effective_at = ${effectiveAt}, value_micros = ${worth}, edited_by = ${[...editedBy]}::uuid[],
      version = version + 1, updated_at = ${at}, updated_by = ${by}
    where platform_id = ${platformId} and adjustment_id = ${id}`.execute(tx)
}

/** Puts these lines in the place of all a draft has. */
export async function replaceLines(
  tx: Tx,
  platformId: string,
  adjustmentId: string,
  lines: readonly LineRow[],
): Promise<void> {
  await tx
    .deleteFrom('tenant.adjustmentLines')
    .where('platformId', '=', platformId)
    .where('adjustmentId', '=', adjustmentId)
    .execute()
  await insertLines(tx, platformId, adjustmentId, lines)
}
