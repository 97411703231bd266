import type { packing as routes } from '@stowage/contract/orders/packing'
import { isSameKey } from '@stowage/contract/folding'
import type { Input, Reply } from '@stowage/contract/route'
import { fromQuanta, one } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { displacePromises } from '../../warehouse/reservations/commands.ts'
import { assertReason } from '../../warehouse/settings/commands.ts'
import { findReason } from '../../warehouse/settings/queries.ts'
import { findLevels, listAllocatableBuckets } from '../../warehouse/stock/bucket-queries.ts'
import {
  allocate,
  lockStock,
  postMove,
  unallocate,
  type MoveLine,
} from '../../warehouse/stock/kernel-queries.ts'
import { quantaOf } from '../../warehouse/products/lines.ts'
import { changeDocument } from '../../workspace/documents/commands.ts'
import { freeEmptyTotes, freeTotes } from '../batches/queries.ts'
import {
  fulfillments,
  lockOrderOfFulfillment,
  noteShort,
  type FulfillmentRow,
} from '../fulfillments/queries.ts'
import { syncPackingState, nameOf, requirePackable } from '../packing/commands.ts'
import { discardEmpty, listItems } from '../packing/queries.ts'
import { leftOf, type Packable } from '../packing/rules.ts'
import { insertPickTasks, listReady } from './queries.ts'
import { holdLine, returnOrder } from './pick-short.ts'
import { splitAt, partsOf, sumBy, type Missing, type Part } from './rules.ts'
import { listPickedTasks, sendTasksBack, type PickedTask } from './send-back-queries.ts'

type SendBack = Input<typeof routes.sendBack>['body']
type Line = SendBack['lines'][number]

/**
 * Sends back to pick what is missing or damaged of what was picked and is in no package. It goes on hold in the stage
 * location, and is picked elsewhere or waits with its order. Packages stay as they are; packing goes on once
 * everything is picked again.
 */
export async function sendBack(
  tx: Tx,
  actor: WorkspaceMember,
  fulfillmentId: string,
  input: SendBack,
): Promise<Reply<typeof routes.sendBack>> {
  const { id: platformId } = actor.platform
  const [order, before, items, tasks, reason] = await Promise.all([
    // Before its fulfillment, as every other change of an order does.
    lockOrderOfFulfillment(tx, { ...actor, warehouses: null }, fulfillmentId),
    fulfillments.lock(tx, actor, fulfillmentId),
    listItems(tx, platformId, fulfillmentId),
    listPickedTasks(tx, platformId, fulfillmentId),
    findReason(tx, platformId, input.reasonCode),
  ])
  if (!order || !before) notFound()
  requireVersion(before, input.version)
  requirePackable(before)
  const missing = missingOf(items, input.lines)
  assertReason(reason, input, 'short_pick')
  const parts = partsOf(tasks, missing)
  await holdMissing(tx, actor, before, { parts, missing, input })
  const found = await pickAgain(tx, actor, before, parts)
  const ready = await listReady(tx, platformId, before.id)
  const lines = [...sumBy(missing, ({ item }) => item.lineNo)].map(([lineNo, quanta]) => {
    const item = items.find((each) => each.lineNo === lineNo) ?? notFound()
    const text = (value: bigint) => fromQuanta(value, item.qtyScale)
    return {
      lineNo,
      sku: item.sku,
      name: item.name,
      unit: item.unit,
      qty: text(quanta),
      waits: text(quanta - (found.get(lineNo) ?? 0n)),
      picks: ready
        .filter((task) => task.lineNo === lineNo)
        .map(({ lineNo: _, qty, ...pick }) => ({ ...pick, qty: text(BigInt(qty)) })),
    }
  })
  const isPickedAgain = ready.length > 0
  const sent = await changeDocument(tx, fulfillments, actor, before, {
    change: 'sent_back',
    values: { state: isPickedAgain ? 'picking' : before.state },
    recorded: {
      payload: {
        lines: lines.map(({ lineNo, sku, qty, waits }) => ({ lineNo, sku, qty, waits })),
        reasonCode: input.reasonCode,
        ...(input.note && { note: input.note }),
      },
    },
  })
  await freeEmptyTotes(tx, platformId, { fulfillmentId: before.id })
  if (isPickedAgain) return { fulfillment: nameOf(sent), lines }
  const isOver = parts.length === tasks.length && parts.every(isWhole)
  if (!isOver) return { fulfillment: nameOf(await syncPackingState(tx, actor, sent)), lines }
  const after = await end(tx, actor, sent)
  await returnOrder(tx, actor, order)
  return { fulfillment: nameOf(after), lines }
}

const isWhole = ({ task, quanta }: Part) => quanta === BigInt(task.qty)

/** Cancels a fulfillment of which nothing is left. */
async function end(
  tx: Tx,
  actor: WorkspaceMember,
  before: FulfillmentRow,
): Promise<FulfillmentRow> {
  const [after] = await Promise.all([
    changeDocument(tx, fulfillments, actor, before, {
      change: 'cancelled',
      values: { state: 'cancelled' },
    }),
    discardEmpty(tx, actor.platform.id, before.id),
    freeTotes(tx, actor.platform.id, [before.id]),
  ])
  return after
}

/** Reads what is missing. Fails with the field of a line that was not picked, is packed or is there twice. */
function missingOf(items: readonly Packable[], lines: readonly Line[]): Missing[] {
  const missing: Missing[] = []
  for (const [i, line] of lines.entries()) {
    const path = `lines.${i}`
    const item = itemOf(items, line, path)
    const { sku, unit, qtyScale } = item
    if (missing.some((other) => other.item === item))
      failField(`${path}.lineNo`, `Enter ${sku} once`)
    const quanta = quantaOf(
      { item: { sku, unit, qtyScale }, fraction: one },
      line.qty,
      `${path}.qty`,
    )
    const left = leftOf(item)
    if (quanta > left)
      failField(
        `${path}.qty`,
        left === 0n
          ? `All of ${sku} is packed. Take it out of its package first.`
          : `Only ${fromQuanta(left, qtyScale)} of ${sku} are in no package. Take the rest out of its package first.`,
      )
    missing.push({ item, quanta })
  }
  return missing
}

function itemOf(items: readonly Packable[], { lineNo, lot, serial }: Line, path: string): Packable {
  const ofLine = items.filter((item) => item.lineNo === lineNo)
  if (ofLine.length === 0) failField(`${path}.lineNo`, `Nothing of line ${lineNo} is picked`)
  const isNamed = (name: string | null | undefined, own: string | null) =>
    name == null || (own !== null && isSameKey(name, own))
  const ofLot = ofLine.filter((item) => isNamed(lot, item.lot))
  if (ofLot.length === 0) failField(`${path}.lot`, `Lot ${lot} of this line isn’t picked`)
  const [item, other] = ofLot.filter((each) => isNamed(serial, each.serial))
  if (!item) failField(`${path}.serial`, `Serial number ${serial} of this line isn’t picked`)
  if (other)
    return item.serial === null
      ? failField(`${path}.lot`, 'Enter the lot')
      : failField(`${path}.serial`, 'Enter the serial number')
  return item
}

type Sent = { parts: readonly Part[]; missing: readonly Missing[]; input: SendBack }

/**
 * Ends the allocations of what is missing and puts it on hold where the ledger has it; less urgent orders wait for it
 * if need be.
 */
async function holdMissing(
  tx: Tx,
  actor: WorkspaceMember,
  { id, warehouseId }: FulfillmentRow,
  { parts, missing, input }: Sent,
): Promise<void> {
  const { id: platformId } = actor.platform
  const ofVariant = sumBy(missing, ({ item }) => item.variantId)
  const variantIds = [...ofVariant.keys()]
  const levels = variantIds.map((variantId) => ({ warehouseId, variantId }))
  const held = holdLines(parts, missing)
  const others = await listAllocatableBuckets(tx, platformId, warehouseId, variantIds)
  // All that is changed below is locked first, in the one order.
  await lockStock(tx, platformId, levels, [
    ...held,
    ...others.map((fromBucket, i) => ({
      lineNo: held.length + i + 1,
      qty: '1',
      party: 'loss' as const,
      fromBucket,
    })),
  ])
  await unallocate(
    tx,
    platformId,
    parts.map(({ task: { allocationId }, quanta }) => ({ allocationId, qty: String(quanta) })),
  )
  const given = parts.map(({ task, quanta }) => ({ id: task.id, qty: String(quanta) }))
  await sendTasksBack(tx, platformId, given)
  for (const level of await findLevels(tx, platformId, levels)) {
    const available = BigInt(level.onHand) - BigInt(level.unavailable) - BigInt(level.reserved)
    const quanta = ofVariant.get(level.variantId) ?? 0n
    if (quanta > available) await displacePromises(tx, actor, level, quanta - available)
  }
  await postMove(
    tx,
    actor,
    {
      kind: 'status_change',
      warehouseId,
      sourceType: 'fulfillment',
      sourceId: id,
      reasonCode: input.reasonCode,
      ...(input.note && { note: input.note }),
    },
    held,
  )
}

/** One line for each bucket. */
function holdLines(parts: readonly Part[], missing: readonly Missing[]): MoveLine[] {
  const variants = new Map(missing.map(({ item }) => [item.lineNo, item.variantId]))
  return [...sumBy(parts, ({ task }) => task.bucketId)].flatMap(([bucketId, quanta], i) => {
    const task = parts.find((part) => part.task.bucketId === bucketId)?.task
    if (!task) return []
    const variantId = variants.get(task.lineNo) ?? notFound()
    return [{ ...holdLine({ ...task, variantId }, quanta), lineNo: i + 1 }]
  })
}

type Again = { task: Pick<PickedTask, 'reservationId' | 'lineNo' | 'bucketId'>; quanta: bigint }

/** Makes tasks for what the claims find elsewhere, and notes the rest as short. Returns the quanta found by line. */
export async function pickAgain(
  tx: Tx,
  actor: WorkspaceMember,
  fulfillment: FulfillmentRow,
  parts: readonly Again[],
  batchId: string | null = null,
): Promise<Map<number, bigint>> {
  const { id: platformId } = actor.platform
  const claims = [...sumBy(parts, ({ task }) => task.reservationId).keys()]
  const lineOf = new Map(parts.map(({ task }) => [task.reservationId, task.lineNo]))
  const buckets = [...new Set(parts.map(({ task }) => task.bucketId))]
  const all = await allocate(tx, platformId, claims, {
    policy: fulfillment.policy,
    at: actor.at,
    passedOver: buckets,
  })
  const missing = sumBy(parts, ({ task }) => task.reservationId)
  const split = claims.map((claim) => {
    const ofClaim = all.filter(({ reservationId }) => reservationId === claim)
    return { lineNo: lineOf.get(claim) ?? 0, claim, ...splitAt(ofClaim, missing.get(claim) ?? 0n) }
  })
  await unallocate(
    tx,
    platformId,
    split.flatMap(({ returned }) => returned),
  )
  const allocations = split.flatMap(({ lineNo, kept }) =>
    kept.map(({ allocationId }) => ({ lineNo, allocationId })),
  )
  await insertPickTasks(tx, platformId, [{ row: fulfillment, allocations }], batchId)
  const found = new Map<number, bigint>()
  for (const { lineNo, claim, kept } of split) {
    const quanta = kept.reduce((sum, { qty }) => sum + BigInt(qty), 0n)
    found.set(lineNo, quanta)
    const waits = (missing.get(claim) ?? 0n) - quanta
    if (waits > 0n)
      await noteShort(tx, platformId, {
        fulfillmentId: fulfillment.id,
        lineNo,
        qty: String(waits),
        at: actor.at,
      })
  }
  return found
}
