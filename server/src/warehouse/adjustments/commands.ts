import type { Input } from '@stowage/contract/route'
import type { Adjustment, adjustments } from '@stowage/contract/warehouse/adjustments'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import type { Site } from '../places/site-queries.ts'
import { lookAt, moved, requireStep } from '../stock/documents.ts'
import { postMove, reverseMove, type MoveLine } from '../stock/kernel-queries.ts'
import { requireReversible } from '../stock/reversals.ts'
import { documents, recordChange, textOf, weigh, type Change } from './changes.ts'
import { findMostWorth, readAdjustment, type TypedAdjustment } from './lines.ts'
import { planPosting } from './posting.ts'
import {
  findApproval,
  insertAdjustment,
  saveAdjustment,
  saveOutcome,
  type AdjustmentRow,
  type LineRow,
} from './queries.ts'
import { adjustmentSteps, type AdjustmentState } from './rules.ts'
import { shownAdjustment, withOutcome } from './shown.ts'

/** An adjustment whose lines are understood, and what decides who may post it. */
export type ReadAdjustment = {
  site: Pick<Site, 'code'>
  lines: readonly LineRow[]
  mostWorth: bigint | null
}

/**
 * Corrects what the books say is there, at once; or leaves a draft, or hands it to somebody who may
 * approve it where it is worth more than its author may post alone.
 */
export async function adjust(
  tx: Tx,
  actor: Worker,
  number: string,
  body: TypedAdjustment,
): Promise<Adjustment> {
  return enter(tx, actor, number, body, await readAdjustment(tx, actor, body))
}

/** Writes an adjustment that was read, as `adjust` does. */
export async function enter(
  tx: Tx,
  actor: Worker,
  number: string,
  body: TypedAdjustment,
  { site, lines, mostWorth }: ReadAdjustment,
): Promise<Adjustment> {
  const { platform, id: by, at } = actor
  const { warehouseId, reasonCode, note, effectiveAt = null } = body
  const { worth, needsApproval } = await weigh(tx, actor, mostWorth, warehouseId, lines)
  const state = !body.post ? 'draft' : needsApproval ? 'pending_approval' : 'posted'
  const row: AdjustmentRow = {
    id: newId(),
    number,
    warehouseId,
    warehouseCode: site.code,
    state,
    reasonCode,
    note,
    effectiveAt,
    moveId: null,
    version: 1,
    createdAt: at.toISOString(),
    createdBy: by,
    approvedBy: null,
    editedBy: [],
    worth: textOf(worth),
  }
  const moves =
    state === 'posted' ? await planPosting(tx, actor, warehouseId, lines, body.displace) : []
  const posted = state === 'posted' ? await post(tx, actor, row, moves) : undefined
  const after = { ...row, moveId: posted?.moveId ?? null }
  const outcome = posted ? withOutcome(lines, moves, posted.sides) : lines
  await Promise.all([
    insertAdjustment(tx, platform.id, { ...after, by, at }, outcome),
    ...recordChange(tx, actor, row, changeTo[state], lines.length),
  ])
  return shownAdjustment(after, outcome, actor)
}

const changeTo = { draft: 'created', pending_approval: 'submitted', posted: 'posted' } as const

/** Posts a draft, or hands it on where its author may not post it alone. */
export async function submit(
  tx: Tx,
  actor: Worker,
  id: string,
  { version, displace }: Input<typeof adjustments.submit>['body'],
): Promise<Adjustment> {
  const { before, lines } = await lookAt(tx, actor, documents, id, version, 'posted')
  if (before.state !== 'draft')
    requireStep('adjustment', adjustmentSteps, before.state, 'pending_approval')
  const { worth, needsApproval } = await weighAgain(tx, actor, before, lines)
  if (!needsApproval) return settle(tx, actor, before, lines, displace, 'posted', { worth })
  await Promise.all(advance(tx, actor, before, lines, 'pending_approval', 'submitted', { worth }))
  const after = { ...moved(before, 'pending_approval'), worth: textOf(worth) }
  return shownAdjustment(after, lines, actor)
}

/** Posts a draft, unless somebody has to approve it first. */
export async function postDraft(
  tx: Tx,
  actor: Worker,
  id: string,
  { version, displace }: Input<typeof adjustments.post>['body'],
): Promise<Adjustment> {
  const { before, lines } = await lookAt(tx, actor, documents, id, version, 'posted')
  const { state: from } = before
  const { worth, needsApproval } = await weighAgain(tx, actor, before, lines)
  if (from !== 'draft' || needsApproval) {
    const allowed = adjustmentSteps[from].filter((step) => step !== 'posted')
    fail('invalid_transition', { blockers: [{ type: 'adjustment', from, to: 'posted', allowed }] })
  }
  return settle(tx, actor, before, lines, displace, 'posted', { worth })
}

/** Posts what somebody has submitted; with separate duties somebody who has not written any of it. */
export async function approve(
  tx: Tx,
  actor: Worker,
  id: string,
  { version, displace }: Input<typeof adjustments.approve>['body'],
): Promise<Adjustment> {
  const { before, lines } = await lookAt(tx, actor, documents, id, version, 'posted')
  if (before.state !== 'pending_approval')
    requireStep('adjustment', adjustmentSteps, before.state, 'draft')
  const { separateDuties } = await findApproval(tx, actor.platform.id)
  const authors = [before.createdBy, ...before.editedBy]
  if (separateDuties && authors.includes(actor.id)) fail('self_approval')
  return settle(tx, actor, before, lines, displace, 'approved', { approvedBy: actor.id })
}

/** Gives what was submitted back to its author. */
export async function reject(tx: Tx, actor: Worker, id: string, version: number) {
  return moveOn(tx, actor, id, version, 'draft', 'rejected')
}

/** Gives up a draft. */
export async function cancel(tx: Tx, actor: Worker, id: string, version: number) {
  return moveOn(tx, actor, id, version, 'cancelled', 'cancelled')
}

/** Undoes a posted adjustment, if what it found is still there. */
export async function reverse(
  tx: Tx,
  actor: Worker,
  id: string,
  { version, note }: Input<typeof adjustments.reverse>['body'],
): Promise<Adjustment> {
  const { before, lines } = await lookAt(tx, actor, documents, id, version, 'reversed')
  const moveId = before.moveId ?? notFound()
  await requireReversible(tx, actor, moveId)
  await Promise.all([
    reverseMove(tx, actor, moveId, note),
    ...advance(tx, actor, before, lines, 'reversed', 'reversed'),
  ])
  return shownAdjustment(moved(before, 'reversed'), lines, actor)
}

async function moveOn(
  tx: Tx,
  actor: Worker,
  id: string,
  version: number,
  to: AdjustmentState,
  change: Change,
): Promise<Adjustment> {
  const { before, lines } = await lookAt(tx, actor, documents, id, version, to)
  await Promise.all(advance(tx, actor, before, lines, to, change))
  return shownAdjustment(moved(before, to), lines, actor)
}

const weighAgain = async (
  tx: Tx,
  actor: Worker,
  { warehouseId }: AdjustmentRow,
  lines: readonly LineRow[],
) => weigh(tx, actor, await findMostWorth(tx, actor), warehouseId, lines)

type More = { worth?: bigint | null; approvedBy?: string }

/** Posts a draft or a submitted adjustment. */
async function settle(
  tx: Tx,
  actor: Worker,
  before: AdjustmentRow,
  lines: readonly LineRow[],
  isDisplacing: boolean,
  change: Change,
  more: More,
): Promise<Adjustment> {
  const moves = await planPosting(tx, actor, before.warehouseId, lines, isDisplacing)
  const [posted] = await Promise.all([
    post(tx, actor, before, moves),
    ...advance(tx, actor, before, lines, 'posted', change, more),
    saveOutcome(tx, actor.platform.id, before.id),
  ])
  const { worth, approvedBy = before.approvedBy } = more
  return shownAdjustment(
    {
      ...moved(before, 'posted'),
      moveId: posted.moveId,
      approvedBy,
      worth: textOf(worth) ?? before.worth,
    },
    withOutcome(lines, moves, posted.sides),
    actor,
  )
}

function post(tx: Tx, actor: Worker, row: AdjustmentRow, moves: readonly MoveLine[]) {
  const { id: sourceId, warehouseId, reasonCode, note, effectiveAt } = row
  const move = { kind: 'adjust', warehouseId, sourceType: 'adjustment', sourceId } as const
  return postMove(
    tx,
    actor,
    { ...move, reasonCode, ...(note && { note }), ...(effectiveAt && { effectiveAt }) },
    moves,
  )
}

/** What a step writes beside its effect on the stock; statements to be awaited together. */
const advance = (
  tx: Tx,
  actor: Worker,
  before: AdjustmentRow,
  lines: readonly LineRow[],
  state: AdjustmentState,
  change: Change,
  { worth, approvedBy }: More = {},
) => [
  saveAdjustment(tx, actor.platform.id, before.id, {
    state,
    by: actor.id,
    at: actor.at,
    ...(worth != null && { worth }),
    ...(approvedBy && { approvedBy }),
  }),
  ...recordChange(tx, actor, moved(before, state), change, lines.length),
]
