import type { Input } from '@stowage/contract/route'
import type { Adjustment, adjustments } from '@stowage/contract/warehouse/adjustments'
import type { Tx } from '../../database/connect.ts'
import type { Worker } from '../../http/actor.ts'
import { findReason } from '../settings/queries.ts'
import { lockEditable, moved } from '../stock/documents.ts'
import { documents, recordChange, textOf, weigh } from './changes.ts'
import { replaceLines, saveDraft } from './draft-queries.ts'
import { findMostWorth, readAdjustment, requireReason } from './lines.ts'
import { correctionOf } from './posting.ts'
import type { AdjustmentRow, LineRow } from './queries.ts'
import { changedFields, deltaOf } from './rules.ts'
import { shownAdjustment } from './shown.ts'

type DraftChange = Omit<Input<typeof adjustments.update>['body'], 'version'>

/** Changes a draft; what the change leaves out stays as it is, and lines that are given replace all. */
export async function changeDraft(
  tx: Tx,
  actor: Worker,
  id: string,
  { version, ...change }: Input<typeof adjustments.update>['body'],
): Promise<Adjustment> {
  const { before, lines: had } = await lockEditable(tx, actor, documents, id, version, 'draft')
  const { lines, mostWorth } = await readDraft(tx, actor, before, had, change)
  const { worth } = await weigh(tx, actor, mostWorth, before.warehouseId, lines)
  const after: AdjustmentRow = {
    ...moved(before, 'draft'),
    reasonCode: change.reasonCode ?? before.reasonCode,
    note: change.note ?? before.note,
    effectiveAt: change.effectiveAt === undefined ? before.effectiveAt : change.effectiveAt,
    editedBy: [...new Set([...before.editedBy, actor.id])],
    worth: textOf(worth),
  }
  if (change.lines) await replaceLines(tx, actor.platform.id, id, lines)
  const changed = changedFields({ ...before, lines: had }, { ...after, lines })
  await Promise.all([
    saveDraft(tx, actor.platform.id, after, { by: actor.id, at: actor.at }),
    ...recordChange(tx, actor, after, 'updated', lines.length, { changed }),
  ])
  return shownAdjustment(after, lines, actor)
}

/** The lines of the draft after the change, once its reason suits them. */
async function readDraft(
  tx: Tx,
  actor: Worker,
  before: AdjustmentRow,
  had: readonly LineRow[],
  { reasonCode = before.reasonCode, note = before.note, lines }: DraftChange,
): Promise<{ lines: readonly LineRow[]; mostWorth: bigint | null }> {
  const { warehouseId } = before
  if (lines) {
    const draft = { warehouseId, reasonCode, note, lines, displace: false, post: false }
    return readAdjustment(tx, actor, draft)
  }
  const reason = await findReason(tx, actor.platform.id, reasonCode)
  requireReason(
    reason,
    had.map((line) => deltaOf(correctionOf(line))),
    note,
  )
  return { lines: had, mostWorth: await findMostWorth(tx, actor) }
}
