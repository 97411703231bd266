import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import type { Worker } from '../../http/actor.ts'
import { insertEvent } from '../events/queries.ts'
import type { Kind } from '../stock/documents.ts'
import { findWorthOf } from './posting.ts'
import { listLines, lockAdjustment, type AdjustmentRow, type LineRow } from './queries.ts'
import { adjustmentSteps, type AdjustmentState } from './rules.ts'

export const documents: Kind<AdjustmentState, AdjustmentRow, LineRow> = {
  type: 'adjustment',
  steps: adjustmentSteps,
  lock: lockAdjustment,
  listLines,
}

const actions = {
  created: 'ADJUSTMENT_CREATED',
  updated: 'ADJUSTMENT_UPDATED',
  submitted: 'ADJUSTMENT_SUBMITTED',
  posted: 'ADJUSTMENT_POSTED',
  approved: 'ADJUSTMENT_APPROVED',
  rejected: 'ADJUSTMENT_REJECTED',
  cancelled: 'ADJUSTMENT_CANCELLED',
  reversed: 'ADJUSTMENT_REVERSED',
} as const
export type Change = keyof typeof actions

/** Writes the audit entry and the event of one change; statements to be awaited together. */
export const recordChange = (
  tx: Tx,
  actor: Worker,
  { id, number, version, warehouseId, reasonCode }: AdjustmentRow,
  change: Change,
  lines: number,
  details: Record<string, unknown> = {},
) => [
  record(tx, actor, actions[change], {
    target: { type: 'adjustment', id, name: number },
    metadata: { warehouseId, reasonCode, lines, ...details },
  }),
  insertEvent(tx, actor.platform.id, {
    type: `adjustment.${change}`,
    subject: { type: 'adjustment', id, version },
    payload: { number, warehouseId, reasonCode },
    at: actor.at,
  }),
]

/** What it is worth, where that decides who may post it. */
export async function weigh(
  tx: Tx,
  { platform }: Worker,
  mostWorth: bigint | null,
  warehouseId: string,
  lines: readonly LineRow[],
): Promise<{ worth: bigint | null; needsApproval: boolean }> {
  if (mostWorth === null) return { worth: null, needsApproval: false }
  const worth = await findWorthOf(tx, platform.id, warehouseId, lines)
  return { worth, needsApproval: worth > mostWorth }
}

export const textOf = (worth: bigint | null | undefined) => (worth == null ? null : String(worth))
