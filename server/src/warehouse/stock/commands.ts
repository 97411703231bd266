import type { Input } from '@stowage/contract/route'
import type { BatchReply } from '@stowage/contract/batches'
import type { newMove, PostedMove, stock } from '@stowage/contract/warehouse/stock'
import type { z } from 'zod'
import { record, recordAll } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { Failure, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import { assertCapacity } from '../locations/assert-capacity.ts'
import { assertReason } from '../settings/commands.ts'
import type { StoppedLot } from '../reservations/commands.ts'
import { findReason } from '../settings/queries.ts'
import { postMove, postMoves, waitLonger, type Move } from './kernel-queries.ts'
import { findFacts, type LineFacts } from './find-facts.ts'
import { kernelLines, passagesOf, planFrom, planMove, type Plan } from './plan-move.ts'
import { listSides } from './reversal-queries.ts'
import { lockLocationsAndStock } from './write-documents.ts'
import { displaceBroken, explainRefusal } from './explain-refusal.ts'

type Wanted = z.output<typeof newMove>

/**
 * Moves goods within a warehouse, to another place, another status or both. What the database refuses
 * rises as it is; `explainRefusal` says after the rollback what was in the way. With `displace`, promises
 * that the move would break wait again.
 */
export async function moveStock(
  tx: Tx,
  actor: WorkspaceMember,
  { displace = false, stopped, ...wanted }: Wanted & { displace?: boolean; stopped?: StoppedLot },
): Promise<PostedMove> {
  const plan = await planMove(tx, actor, wanted.lines)
  await requireReason(tx, actor.platform.id, wanted, plan)
  if (displace) await displaceBroken(tx, actor, plan, stopped)
  return postPlan(tx, actor, wanted, plan)
}

async function postPlan(
  tx: Tx,
  actor: WorkspaceMember,
  wanted: ReasonAndNote,
  plan: Plan,
): Promise<PostedMove> {
  await assertCapacity(tx, actor.platform.id, passagesOf(plan))
  const posted = await postMove(tx, actor, moveOf(wanted, plan), kernelLines(plan))
  const [lines] = await Promise.all([
    listSides(tx, actor.platform.id, posted.moveId),
    record(tx, actor, 'STOCK_MOVED', eventOf(wanted, plan, posted.moveId)),
  ])
  const recordedAt = new Date(posted.recordedAt).toISOString()
  return { id: posted.moveId, kind: plan.kind, recordedAt, lines }
}

/** Posts several moves at once, each with its own entry in the log; their ids in order. */
async function postPlans(
  tx: Tx,
  actor: WorkspaceMember,
  moves: readonly { wanted: ReasonAndNote; plan: Plan }[],
): Promise<string[]> {
  await assertCapacity(
    tx,
    actor.platform.id,
    moves.flatMap(({ plan }) => passagesOf(plan)),
  )
  const posted = await postMoves(
    tx,
    actor,
    moves.map(({ wanted, plan }) => ({ move: moveOf(wanted, plan), lines: kernelLines(plan) })),
  )
  const ids = posted.map(({ moveId }) => moveId)
  await recordAll(
    tx,
    actor,
    'STOCK_MOVED',
    moves.map(({ wanted, plan }, i) => eventOf(wanted, plan, ids[i] ?? '')),
  )
  return ids
}

type ReasonAndNote = Pick<Wanted, 'reasonCode' | 'note'>

const moveOf = ({ reasonCode, note }: ReasonAndNote, { kind, warehouseId }: Plan): Move => ({
  kind,
  warehouseId,
  sourceType: 'move',
  ...(reasonCode && { reasonCode }),
  ...(note && { note }),
})

const eventOf = ({ reasonCode }: ReasonAndNote, { kind, steps }: Plan, moveId: string) => ({
  target: { type: 'stock_move', id: moveId, name: kind },
  metadata: { lines: steps.length, ...(reasonCode && { reasonCode }) },
})

/** A reason is optional here; one that is given must be in use, meant for this, and explained if need be. */
async function requireReason(
  db: Db,
  platformId: string,
  wanted: ReasonAndNote,
  plan: Plan,
): Promise<void> {
  const { reasonCode } = wanted
  if (reasonCode) requireMeant(await findReason(db, platformId, reasonCode), wanted, plan)
}

type Reason = Awaited<ReturnType<typeof findReason>>

/** Stock is moved for any reason, and changes its status for one of those. */
const requireMeant = (
  reason: Reason,
  { reasonCode = '', note }: ReasonAndNote,
  { kind }: Plan,
): void => assertReason(reason, { reasonCode, note }, kind === 'relocate' ? undefined : 'status')

type Batch = Input<typeof stock.moveBatch>['body']

/**
 * Several moves, each with its own entry in the log. What they name is asked for at once, all that they
 * touch is locked in the one order, so two batches never wait for each other, and they are posted
 * in one call, so nobody waits long for them.
 */
export async function moveBatch(tx: Tx, actor: WorkspaceMember, batch: Batch): Promise<BatchReply> {
  await waitLonger(tx)
  const plans = await planAll(tx, actor, batch.items)
  const sound = [...plans.values()].flatMap((plan) => (plan instanceof Failure ? [] : [plan]))
  const places = sound.flatMap((plan) => passagesOf(plan).map(({ place }) => place))
  const lines = sound.flatMap((plan) => kernelLines(plan))
  return runBatch(tx, batch, {
    begin: () => lockLocationsAndStock(tx, actor.platform.id, places, lines),
    applyAll: (items) =>
      postPlans(
        tx,
        actor,
        items.map((wanted) => {
          const plan = plans.get(wanted) ?? notFound()
          if (plan instanceof Failure) throw plan
          return { wanted, plan }
        }),
      ),
    explain: (item, error) => explainRefusal(tx, actor, item.lines, error),
  })
}

/** The moves of a batch, each with its plan or why it is refused. */
async function planAll(
  db: Db,
  actor: WorkspaceMember,
  items: Batch['items'],
): Promise<Map<Wanted, Plan | Failure>> {
  const facts = await findFacts(
    db,
    actor,
    items.flatMap(({ lines }) => lines),
  )
  const reasons = new Map<string, Reason>()
  for (const { reasonCode } of items)
    if (reasonCode && !reasons.has(reasonCode))
      reasons.set(reasonCode, await findReason(db, actor.platform.id, reasonCode))
  return new Map(
    items.map((item) => [
      item,
      planOrRefusal(item, facts.splice(0, item.lines.length), reasons.get(item.reasonCode ?? '')),
    ]),
  )
}

function planOrRefusal(
  wanted: Wanted,
  facts: readonly LineFacts[],
  reason: Reason,
): Plan | Failure {
  try {
    const plan = planFrom(facts, wanted.lines)
    if (wanted.reasonCode) requireMeant(reason, wanted, plan)
    return plan
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
