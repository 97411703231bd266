import type { Input } from '@stowage/contract/route'
import type {
  Adjustment,
  adjustments as adjustmentRoutes,
} from '@stowage/contract/warehouse/adjustments'
import type { BatchReply } from '@stowage/contract/batches'
import type { EventName } from '@stowage/contract/workspace/event-types'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  assertTransition,
  changeDocument,
  createDocument,
  lockForEdit,
  lockForTransition,
  refuseTransition,
} from '../../workspace/documents/commands.ts'
import { deleteLines, insertLines } from '../../workspace/documents/write-queries.ts'
import { findReason } from '../settings/queries.ts'
import { findBucketsToLock, planPosting, valueOfCorrection } from '../stock/plan-posting.ts'
import { lockLocationsAndStock, writeDocuments } from '../stock/write-documents.ts'
import { postMove, reverseMove, type MoveLine } from '../stock/kernel-queries.ts'
import { requireReversible } from '../stock/undo-move.ts'
import {
  changedFields,
  findAdjustment,
  findDraftLines,
  findLimit,
  readAdjustmentLines,
  toRows,
  withOutcome,
  type NewAdjustment,
  type ReadAdjustment,
} from './lines.ts'
import {
  adjustments,
  findApproval,
  saveOutcome,
  toReply,
  type AdjustmentRow,
  type LineRow,
} from './queries.ts'

/**
 * Creates an adjustment under its number and posts it; or leaves a draft, or submits it for approval where
 * it is worth more than its author may post alone.
 */
export async function adjust(
  tx: Tx,
  actor: WorkspaceMember,
  number: string,
  body: NewAdjustment,
): Promise<Adjustment> {
  return create(tx, actor, number, await findAdjustment(tx, actor, body))
}

/** Creates several adjustments, each under its number, with its own audit entry and its own event. */
export async function adjustBatch(
  tx: Tx,
  actor: WorkspaceMember,
  numbers: readonly string[],
  batch: Input<typeof adjustmentRoutes.createBatch>['body'],
): Promise<BatchReply> {
  const limit = await findLimit(tx, actor)
  const reasons = await findReasons(tx, actor.platform.id, batch.items)
  return writeDocuments(tx, actor, batch, {
    read: (body, names) => readAdjustmentLines(names, reasons.get(body.reasonCode), body),
    finish: (body, read, tracking): ReadAdjustment => ({
      body,
      site: read.site,
      lines: toRows(read, tracking),
      limit,
    }),
    lock: (documents) => lockBuckets(tx, actor.platform.id, documents),
    write: async (adjustment, index) =>
      (await create(tx, actor, numbers[index] ?? '', adjustment)).id,
  })
}

/** The reasons that are given, by their codes. */
async function findReasons(tx: Tx, platformId: string, items: readonly NewAdjustment[]) {
  const codes = [...new Set(items.map(({ reasonCode }) => reasonCode))]
  const found = await Promise.all(codes.map((code) => findReason(tx, platformId, code)))
  return new Map(codes.map((code, i) => [code, found[i]]))
}

/** Locks the buckets of all that is posted; returns the adjustments for which buckets were created. */
async function lockBuckets(tx: Tx, platformId: string, documents: readonly ReadAdjustment[]) {
  const posted = documents.filter(({ body }) => body.post)
  const places = posted.flatMap(({ lines }) => lines.map(({ place }) => place))
  const buckets = []
  for (const [warehouseId, those] of Map.groupBy(posted, ({ body }) => body.warehouseId)) {
    const lines = those.flatMap((one) => one.lines)
    buckets.push(...(await findBucketsToLock(tx, platformId, warehouseId, lines)))
  }
  const locks = buckets.map(({ lock }) => lock)
  await lockLocationsAndStock(tx, platformId, places, locks)
  const creators = new Set<unknown>(buckets.filter(({ isNew }) => isNew).map(({ line }) => line))
  return new Set(posted.filter(({ lines }) => lines.some((line) => creators.has(line))))
}

async function create(
  tx: Tx,
  actor: WorkspaceMember,
  number: string,
  { body, site, lines, limit }: ReadAdjustment,
): Promise<Adjustment> {
  const { warehouseId, reasonCode, note, effectiveAt = null } = body
  const { value, needsApproval } = await checkLimit(tx, actor, limit, warehouseId, lines)
  const state = !body.post ? 'draft' : needsApproval ? 'pending_approval' : 'posted'
  const draft: AdjustmentRow = {
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
    createdAt: actor.at.toISOString(),
    createdBy: actor.id,
    approvedBy: null,
    editedBy: [],
    valueMicros: value,
  }
  const isPosted = state === 'posted'
  const moves = isPosted ? await planPosting(tx, actor, warehouseId, lines, body.displace) : []
  const posted = isPosted ? await post(tx, actor, draft, moves) : undefined
  const row = { ...draft, moveId: posted?.moveId ?? null }
  const outcome = posted ? withOutcome(lines, moves, posted.sides) : lines
  await createDocument(tx, adjustments, actor, {
    row,
    lines: outcome,
    change: changeTo[state],
    recorded: { details: { lines: lines.length } },
  })
  return toReply(row, outcome, actor)
}

const changeTo = { draft: 'created', pending_approval: 'submitted', posted: 'posted' } as const

/** Compares the value of the lines, in micros, with the limit of their author; without one nothing is valued. */
async function checkLimit(
  tx: Tx,
  { platform }: WorkspaceMember,
  limit: bigint | null,
  warehouseId: string,
  lines: readonly LineRow[],
): Promise<{ value: string | null; needsApproval: boolean }> {
  if (limit === null) return { value: null, needsApproval: false }
  const value = await valueOfCorrection(tx, platform.id, warehouseId, lines)
  return { value: String(value), needsApproval: value > limit }
}

const checkOwnLimit = async (
  tx: Tx,
  actor: WorkspaceMember,
  { warehouseId }: AdjustmentRow,
  lines: readonly LineRow[],
) => checkLimit(tx, actor, await findLimit(tx, actor), warehouseId, lines)

/** Posts a draft, or submits it for approval where its author may not post it alone. */
export async function submit(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, displace }: Input<typeof adjustmentRoutes.submit>['body'],
): Promise<Adjustment> {
  const { before, lines } = await lockForTransition(tx, adjustments, actor, id, version, 'posted')
  if (before.state !== 'draft')
    assertTransition('adjustment', adjustments.transitions, before.state, 'pending_approval')
  const { value, needsApproval } = await checkOwnLimit(tx, actor, before, lines)
  const valueMicros = value ?? before.valueMicros
  if (needsApproval)
    return saveChange(tx, actor, before, lines, 'submitted', {
      state: 'pending_approval',
      valueMicros,
    })
  return postLocked(tx, actor, before, lines, displace, 'posted', { valueMicros })
}

/** Posts a draft, unless somebody has to approve it first. */
export async function postDraft(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, displace }: Input<typeof adjustmentRoutes.post>['body'],
): Promise<Adjustment> {
  const { before, lines } = await lockForTransition(tx, adjustments, actor, id, version, 'posted')
  const { state: from } = before
  const { value, needsApproval } = await checkOwnLimit(tx, actor, before, lines)
  if (from !== 'draft' || needsApproval) {
    const allowed = adjustments.transitions[from].filter((state) => state !== 'posted')
    refuseTransition({ type: 'adjustment', from, to: 'posted', allowed })
  }
  const valueMicros = value ?? before.valueMicros
  return postLocked(tx, actor, before, lines, displace, 'posted', { valueMicros })
}

/** Posts what somebody has submitted; with separate duties, somebody who has not written any of it. */
export async function approve(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, displace }: Input<typeof adjustmentRoutes.approve>['body'],
): Promise<Adjustment> {
  const { before, lines } = await lockForTransition(tx, adjustments, actor, id, version, 'posted')
  if (before.state !== 'pending_approval')
    assertTransition('adjustment', adjustments.transitions, before.state, 'draft')
  const { separateDuties } = await findApproval(tx, actor.platform.id)
  const authors = [before.createdBy, ...before.editedBy]
  if (separateDuties && authors.includes(actor.id)) fail('self_approval')
  return postLocked(tx, actor, before, lines, displace, 'approved', { approvedBy: actor.id })
}

/** Gives what was submitted back to its author, as a draft. */
export async function reject(tx: Tx, actor: WorkspaceMember, id: string, version: number) {
  const { before, lines } = await lockForTransition(tx, adjustments, actor, id, version, 'draft')
  return saveChange(tx, actor, before, lines, 'rejected', { state: 'draft' })
}

/** Cancels a draft. */
export async function cancel(tx: Tx, actor: WorkspaceMember, id: string, version: number) {
  const { before, lines } = await lockForTransition(
    tx,
    adjustments,
    actor,
    id,
    version,
    'cancelled',
  )
  return saveChange(tx, actor, before, lines, 'cancelled', { state: 'cancelled' })
}

/** Reverses a posted adjustment, if the stock it found is still there. */
export async function reverse(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, note }: Input<typeof adjustmentRoutes.reverse>['body'],
): Promise<Adjustment> {
  const { before, lines } = await lockForTransition(tx, adjustments, actor, id, version, 'reversed')
  const moveId = before.moveId ?? notFound()
  await requireReversible(tx, actor, moveId)
  const [, reply] = await Promise.all([
    reverseMove(tx, actor, moveId, note),
    saveChange(tx, actor, before, lines, 'reversed', { state: 'reversed' }),
  ])
  return reply
}

/** Changes a draft; what the change leaves out stays as it is, and given lines replace all lines. */
export async function changeDraft(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...given }: Input<typeof adjustmentRoutes.update>['body'],
): Promise<Adjustment> {
  const { before, lines: had } = await lockForEdit(tx, adjustments, actor, id, version)
  const { warehouseId } = before
  const { reasonCode = before.reasonCode, note = before.note } = given
  const effectiveAt = given.effectiveAt === undefined ? before.effectiveAt : given.effectiveAt
  const draft = { warehouseId, reasonCode, note }
  const { lines, limit } = await findDraftLines(tx, actor, draft, given.lines, had)
  const { value } = await checkLimit(tx, actor, limit, warehouseId, lines)
  const editedBy = [...new Set([...before.editedBy, actor.id])]
  if (given.lines) {
    await deleteLines(tx, adjustments, actor.platform.id, id)
    await insertLines(tx, adjustments, actor.platform.id, id, lines)
  }
  const values = { reasonCode, note, effectiveAt, editedBy, valueMicros: value }
  const changed = changedFields({ ...before, lines: had }, { ...values, lines })
  return saveChange(tx, actor, before, lines, 'updated', values, { changed })
}

/** Posts a locked draft or a submitted adjustment. */
async function postLocked(
  tx: Tx,
  actor: WorkspaceMember,
  before: AdjustmentRow,
  lines: readonly LineRow[],
  isDisplacing: boolean,
  how: 'posted' | 'approved',
  values: Partial<AdjustmentRow>,
): Promise<Adjustment> {
  const moves = await planPosting(tx, actor, before.warehouseId, lines, isDisplacing)
  const [posted, after] = await Promise.all([
    post(tx, actor, before, moves),
    changeDocument(tx, adjustments, actor, before, {
      change: how,
      values: { ...values, state: 'posted' },
      recorded: { details: { lines: lines.length } },
    }),
    saveOutcome(tx, actor.platform.id, before.id),
  ])
  const row = { ...after, moveId: posted.moveId }
  return toReply(row, withOutcome(lines, moves, posted.sides), actor)
}

/** Writes a change that leaves the stock alone. */
async function saveChange(
  tx: Tx,
  actor: WorkspaceMember,
  before: AdjustmentRow,
  lines: readonly LineRow[],
  how: EventName<'adjustment'>,
  values: Partial<AdjustmentRow>,
  details: Record<string, unknown> = {},
): Promise<Adjustment> {
  const after = await changeDocument(tx, adjustments, actor, before, {
    change: how,
    values,
    recorded: { details: { lines: lines.length, ...details } },
  })
  return toReply(after, lines, actor)
}

function post(tx: Tx, actor: WorkspaceMember, row: AdjustmentRow, moves: readonly MoveLine[]) {
  const { id: sourceId, warehouseId, reasonCode, note, effectiveAt } = row
  const move = { kind: 'adjust', warehouseId, sourceType: 'adjustment', sourceId } as const
  return postMove(
    tx,
    actor,
    { ...move, reasonCode, ...(note && { note }), ...(effectiveAt && { effectiveAt }) },
    moves,
  )
}
