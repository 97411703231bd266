import type { BlockerOf } from '@stowage/contract/blockers'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db, Tx } from '../../database/connect.ts'
import { codeOfConstraint } from '../../database/constraints.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { explainClosed } from './retry-conflicts.ts'
import { lockStock } from './kernel-queries.ts'
import type { WantedLine } from './find-facts.ts'
import { kernelLines, planMove, type Plan, type Step } from './plan-move.ts'
import { displacePromises, type StoppedLot } from '../reservations/commands.ts'
import { listClaims } from '../reservations/queries.ts'
import { claimsOfLevel, toClaimReply } from '../reservations/reply.ts'
import { findLevels, findBuckets, type LevelState } from './bucket-queries.ts'

/**
 * After the database has refused a move: what is missing where, and who holds it. Returns when it
 * was refused for something else; what was short may be there again by now, and then nothing is named.
 */
export async function explainRefusal(
  db: Db,
  actor: WorkspaceMember,
  lines: readonly WantedLine[],
  error: unknown,
): Promise<void> {
  await explainClosed(db, actor, error)
  const code = codeOfConstraint(error)
  if (code !== 'insufficient_bucket_stock' && code !== 'oversell_refused') return
  const plan = await planMove(db, actor, lines)
  if (code === 'oversell_refused') fail(code, { blockers: await promisedGoods(db, actor, plan) })
  fail(code, { blockers: await shortBuckets(db, actor, plan) })
}

async function shortBuckets(
  db: Db,
  actor: WorkspaceMember,
  { steps }: Plan,
): Promise<BlockerOf<'insufficient_bucket_stock'>[]> {
  const ids = [...new Set(steps.map(({ from }) => from.bucketId))]
  const buckets = await findBuckets(db, actor.platform.id, actor, ids)
  const short = buckets.flatMap((bucket) => {
    const missing =
      sumOf(steps, (step) => step.from.bucketId === bucket.bucketId) -
      sumOf(steps, (step) => endsIn(step, bucket)) -
      (BigInt(bucket.onHand) - BigInt(bucket.allocated))
    const step = steps.find(({ from }) => from.bucketId === bucket.bucketId)
    return missing > 0n && step ? [{ bucket, missing, step }] : []
  })
  const claims = await listClaims(
    db,
    actor.platform.id,
    [],
    short.map(({ bucket }) => bucket.bucketId),
  )
  return short.map(({ bucket, missing, step }) => {
    const { item } = step.named
    const format = (quanta: bigint | string) => fromQuanta(quanta, item.qtyScale)
    return {
      type: 'bucket',
      bucketId: bucket.bucketId,
      variantId: item.variantId,
      sku: item.sku,
      locationId: bucket.locationId,
      location: step.source.code,
      status: bucket.status,
      onHand: format(bucket.onHand),
      allocated: format(bucket.allocated),
      missing: format(missing),
      claims: claims
        .filter(({ bucketId }) => bucketId === bucket.bucketId)
        .map((claim) => toClaimReply(claim, item, actor)),
    }
  })
}

/** Returns the available quantity of a level, and how much more than that a plan takes. */
function overpromised({ steps }: Plan, level: LevelState) {
  const available = BigInt(level.onHand) - BigInt(level.unavailable) - BigInt(level.reserved)
  const isOf = (step: Step) => step.from.variantId === level.variantId
  const taken =
    sumOf(steps, (step) => isOf(step) && step.from.status === 'available') -
    sumOf(steps, (step) => isOf(step) && step.to.status === 'available')
  return { available, missing: taken - available }
}

/** Locks what a plan moves, and makes the least urgent promises wait that it would break. */
export async function displaceBroken(
  tx: Tx,
  actor: WorkspaceMember,
  plan: Plan,
  stopped?: StoppedLot,
): Promise<void> {
  const { steps, warehouseId } = plan
  await lockStock(tx, actor.platform.id, [], kernelLines(plan))
  const variantIds = [...new Set(steps.map(({ from }) => from.variantId))].toSorted()
  const keys = variantIds.map((variantId) => ({ warehouseId, variantId }))
  for (const level of await findLevels(tx, actor.platform.id, keys)) {
    const { missing } = overpromised(plan, level)
    if (missing > 0n) await displacePromises(tx, actor, level, missing, stopped)
  }
}

async function promisedGoods(
  db: Db,
  actor: WorkspaceMember,
  plan: Plan,
): Promise<BlockerOf<'oversell_refused'>[]> {
  const { steps, warehouseId } = plan
  const items = new Map(steps.map(({ named: { item } }) => [item.variantId, item]))
  const keys = [...items.keys()].map((variantId) => ({ warehouseId, variantId }))
  const levels = await findLevels(db, actor.platform.id, keys)
  const claims = await listClaims(db, actor.platform.id, keys, [])
  return levels.flatMap((level) => {
    const item = items.get(level.variantId)
    const { available, missing } = overpromised(plan, level)
    if (!item || missing <= 0n) return []
    const format = (quanta: bigint | string) => fromQuanta(quanta, item.qtyScale)
    return [
      {
        type: 'level',
        warehouseId,
        variantId: item.variantId,
        sku: item.sku,
        available: format(available),
        reserved: format(level.reserved),
        missing: format(missing),
        claims: claimsOfLevel(claims, item, missing, actor),
      },
    ]
  })
}

const sumOf = (steps: readonly Step[], counts: (step: Step) => boolean) =>
  steps.reduce((sum, step) => (counts(step) ? sum + step.quanta : sum), 0n)

const endsIn = ({ from, to }: Step, bucket: Step['from']) =>
  to.place.id === bucket.locationId &&
  to.status === bucket.status &&
  from.variantId === bucket.variantId &&
  from.lotId === bucket.lotId &&
  from.serialId === bucket.serialId
