import type { Input } from '@stowage/contract/route'
import type { BatchReply } from '@stowage/contract/warehouse/fields'
import type { PostedMove, stock } from '@stowage/contract/warehouse/stock'
import { record } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { fail, Failure } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { runBatch } from '../batches.ts'
import { holdPlaces, requireRoom } from '../places/room.ts'
import { findReason } from '../settings/queries.ts'
import { lockStock, postMove, waitLonger } from './kernel-queries.ts'
import { kernelLines, passagesOf, planMove, type Plan } from './move-plan.ts'
import { listSides } from './reversal-queries.ts'
import { explainRefusal } from './shortages.ts'

type Wanted = Input<typeof stock.move>['body']

/**
 * Moves goods within a warehouse, to another place, another status or both. What the database refuses
 * rises as it is; `explainRefusal` says after the rollback what was in the way.
 */
export async function moveGoods(tx: Tx, actor: Worker, wanted: Wanted): Promise<PostedMove> {
  const plan = await planMove(tx, actor, wanted.lines)
  await requireReason(tx, actor.platform.id, wanted, plan)
  return postPlan(tx, actor, wanted, plan)
}

async function postPlan(
  tx: Tx,
  actor: Worker,
  { reasonCode, note }: Pick<Wanted, 'reasonCode' | 'note'>,
  plan: Plan,
): Promise<PostedMove> {
  const { kind, warehouseId } = plan
  await requireRoom(tx, actor.platform.id, passagesOf(plan))
  const posted = await postMove(
    tx,
    actor,
    {
      ...{ kind, warehouseId, sourceType: 'move' },
      ...(reasonCode && { reasonCode }),
      ...(note && { note }),
    },
    kernelLines(plan),
  )
  await record(tx, actor, 'STOCK_MOVED', {
    target: { type: 'stock_move', id: posted.moveId, name: kind },
    metadata: { lines: plan.steps.length, ...(reasonCode && { reasonCode }) },
  })
  return {
    id: posted.moveId,
    kind,
    recordedAt: new Date(posted.recordedAt).toISOString(),
    lines: await listSides(tx, actor.platform.id, posted.moveId),
  }
}

/** A reason is optional here; one that is given must be in use, meant for this, and explained if need be. */
async function requireReason(
  db: Db,
  platformId: string,
  { reasonCode, note }: Pick<Wanted, 'reasonCode' | 'note'>,
  { kind }: Plan,
): Promise<void> {
  if (!reasonCode) return
  const reason = await findReason(db, platformId, reasonCode)
  const isMeant = kind === 'relocate' || reason?.applies.includes('status')
  if (reason?.state !== 'active' || !isMeant)
    fail('reason_unknown', {
      details: [{ path: 'reasonCode', message: `${reasonCode} is no reason for this` }],
    })
  if (reason.requiresNote && !note)
    fail('note_required', { details: [{ path: 'note', message: `${reason.name} needs a note` }] })
}

type Batch = Input<typeof stock.moveBatch>['body']

/**
 * Several moves, each with its own entry in the log. All that they touch is locked first, in the one
 * order, so that two batches never wait for each other.
 */
export async function moveBatch(tx: Tx, actor: Worker, batch: Batch): Promise<BatchReply> {
  await waitLonger(tx)
  const plans = await planAll(tx, actor, batch.items)
  let lineNo = 1
  const places = plans.flatMap((plan) =>
    plan instanceof Failure ? [] : passagesOf(plan).map(({ place }) => place),
  )
  const lines = plans.flatMap((plan) => {
    if (plan instanceof Failure) return []
    const next = kernelLines(plan, lineNo)
    lineNo += next.length
    return next
  })
  return runBatch(tx, batch, {
    async begin() {
      await holdPlaces(tx, actor.platform.id, places)
      if (lines.length > 0) await lockStock(tx, actor.platform.id, [], lines)
    },
    async apply(item, index) {
      const plan = plans[index]
      if (!plan || plan instanceof Failure) throw plan ?? new Failure('not_found', {})
      return (await postPlan(tx, actor, item, plan)).id
    },
    explain: (item, error) => explainRefusal(tx, actor, item.lines, error),
  })
}

async function planAll(db: Db, actor: Worker, items: Batch['items']): Promise<(Plan | Failure)[]> {
  const plans: (Plan | Failure)[] = []
  for (const item of items)
    plans.push(
      await plan(db, actor, item).catch((error: unknown) => {
        if (error instanceof Failure) return error
        throw error
      }),
    )
  return plans
}

async function plan(db: Db, actor: Worker, item: Wanted): Promise<Plan> {
  const made = await planMove(db, actor, item.lines)
  await requireReason(db, actor.platform.id, item, made)
  return made
}
