import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db } from '../../database/connect.ts'
import { codeOfConstraint } from '../../database/constraints.ts'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { explainClosed } from './closed-days.ts'
import { planMove, type Plan, type Step, type WantedLine } from './move-plan.ts'
import { findLevels, findBuckets, listClaims, type Claim } from './bucket-queries.ts'

type Blocker = { type: string } & Record<string, unknown>

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
  const blockers =
    code === 'oversell_refused'
      ? await promisedGoods(db, actor, plan)
      : await shortBuckets(db, actor, plan)
  fail(code, { blockers })
}

async function shortBuckets(db: Db, actor: WorkspaceMember, { steps }: Plan): Promise<Blocker[]> {
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
      claims: claims.filter(({ bucketId }) => bucketId === bucket.bucketId).map(toClaimReply(item)),
    }
  })
}

async function promisedGoods(db: Db, actor: WorkspaceMember, plan: Plan): Promise<Blocker[]> {
  const { steps, warehouseId } = plan
  const items = new Map(steps.map(({ named: { item } }) => [item.variantId, item]))
  const keys = [...items.keys()].map((variantId) => ({ warehouseId, variantId }))
  const levels = await findLevels(db, actor.platform.id, keys)
  const claims = await listClaims(db, actor.platform.id, keys, [])
  return levels.flatMap((level) => {
    const item = items.get(level.variantId)
    const available = BigInt(level.onHand) - BigInt(level.unavailable) - BigInt(level.reserved)
    const isOf = (step: Step) => step.from.variantId === level.variantId
    const missing =
      sumOf(steps, (step) => isOf(step) && step.from.status === 'available') -
      sumOf(steps, (step) => isOf(step) && step.to.status === 'available') -
      available
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
        claims: claims
          .filter(({ variantId }) => variantId === level.variantId)
          .map(toClaimReply(item)),
      },
    ]
  })
}

const toClaimReply =
  ({ qtyScale }: { qtyScale: number }) =>
  ({ reservationId, sourceType, sourceId, qty }: Claim) => ({
    reservationId,
    sourceType,
    sourceId,
    qty: fromQuanta(qty, qtyScale),
  })

const sumOf = (steps: readonly Step[], counts: (step: Step) => boolean) =>
  steps.reduce((sum, step) => (counts(step) ? sum + step.quanta : sum), 0n)

const endsIn = ({ from, to }: Step, bucket: Step['from']) =>
  to.place.id === bucket.locationId &&
  to.status === bucket.status &&
  from.variantId === bucket.variantId &&
  from.lotId === bucket.lotId &&
  from.serialId === bucket.serialId
