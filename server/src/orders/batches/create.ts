import type { Batch, batches as routes } from '@stowage/contract/orders/batches'
import { foldKey } from '@stowage/contract/folding'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findWarehouse } from '../../warehouse/locations/warehouse-queries.ts'
import { createDocuments } from '../../workspace/documents/commands.ts'
import { findDocuments, lockFreeDocuments } from '../../workspace/documents/list-queries.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { getBatch, requireFreeTotes } from './commands.ts'
import { batches, type BatchRow, type SlotRow } from './queries.ts'
import { chunksOf, inWalkingOrder } from './rules.ts'
import { fulfillments } from '../fulfillments/queries.ts'
import {
  findLastDone,
  listReadyOf,
  listReadyOfBatch,
  lockFreeFulfillments,
  type WalkedTask,
} from './task-queries.ts'
import { placeTasks, type WalkPosition } from '../picking/batch-queries.ts'
import { waves } from '../waves/queries.ts'

type NewBatch = Input<typeof routes.create>['body']

/** The most tasks of a batch: its page and its pick list show all of them. */
const mostTasks = 1000

/**
 * Makes batches of these fulfillments, or of the most urgent ones of a wave or a warehouse, and puts what is to be
 * picked of them in walking order.
 */
export async function createBatches(
  tx: Tx,
  actor: WorkspaceMember,
  numbers: readonly string[],
  input: NewBatch,
): Promise<{ batch: Batch; batches: { id: string; number: string }[] }> {
  const { id: platformId } = actor.platform
  const ids = await chooseFulfillments(tx, actor, input)
  const tasks = Map.groupBy(
    await listReadyOf(tx, platformId, ids),
    ({ fulfillmentId }) => fulfillmentId,
  )
  await refuseBatched(tx, actor, tasks)
  const size = input.method === 'single' ? 1 : (input.fulfillmentIds?.length ?? input.maxOrders)
  const made = chunksOf(
    ids.filter((id) => tasks.has(id)),
    size,
  ).map((some, i) => newBatch(actor, numbers[i] ?? '', input, some))
  const [first] = made
  if (!first) fail('nothing_to_pick')
  const walks = made.map(({ row, lines }) =>
    placesOf(
      row.id,
      lines.flatMap(({ lineNo, fulfillmentId }) =>
        (tasks.get(fulfillmentId) ?? []).map((task) => ({ ...task, slot: lineNo })),
      ),
    ),
  )
  if (walks.some((walk) => walk.length > mostTasks))
    failField('maxOrders', `A batch has at most ${mostTasks} tasks. Choose fewer orders.`)
  await requireFreeTotes(tx, actor, first.row.id, first.lines)
  await createDocuments(tx, batches, actor, { documents: made, change: 'created' })
  await placeTasks(tx, platformId, walks.flat())
  return {
    batch: await getBatch(tx, actor, first.row.id),
    batches: made.map(({ row: { id, number } }) => ({ id, number })),
  }
}

/** Locks the fulfillments that are batched, in the order of their slots. */
async function chooseFulfillments(
  tx: Tx,
  actor: WorkspaceMember,
  { warehouseId: given, fulfillmentIds, waveId, maxOrders, count, method }: NewBatch,
): Promise<string[]> {
  const { platform, warehouses } = actor
  const warehouseId = given.toLowerCase()
  if (!(await findWarehouse(tx, platform.id, warehouses, warehouseId))) notFound()
  if (fulfillmentIds) {
    const ids = fulfillmentIds.map((id) => id.toLowerCase())
    const { locked, lockedByOthers } = await lockFreeDocuments(tx, fulfillments, actor, ids)
    if (lockedByOthers.size > 0) fail('lock_timeout', { retryAfter: 1 })
    if (ids.some((id) => locked.get(id)?.warehouseId !== warehouseId)) notFound()
    return ids
  }
  if (waveId !== undefined) {
    const { row } = await getDocument(tx, waves, actor, waveId)
    if (row.warehouseId !== warehouseId) notFound()
  }
  const limit = count * (method === 'single' ? 1 : maxOrders)
  const place = { warehouseId, waveId: waveId ?? null }
  return lockFreeFulfillments(tx, platform.id, place, limit)
}

/** Fails with `already_batched` and names the batches. */
async function refuseBatched(
  tx: Tx,
  actor: WorkspaceMember,
  tasks: ReadonlyMap<string, readonly WalkedTask[]>,
): Promise<void> {
  const batchOf = new Map(
    [...tasks].flatMap(([id, some]) => {
      const batch = some.find((one) => one.batch !== null)?.batch
      return batch ? [[id, batch] as const] : []
    }),
  )
  if (batchOf.size === 0) return
  const found = await findDocuments(tx, fulfillments, actor, [...batchOf.keys()])
  const blockers = found.map(({ id, number }) => ({
    type: 'fulfillment' as const,
    id,
    number,
    batch: batchOf.get(id) ?? '',
  }))
  fail('already_batched', { blockers })
}

function newBatch(
  { id: by, at }: WorkspaceMember,
  number: string,
  { warehouseId, waveId, method, totes }: NewBatch,
  fulfillmentIds: readonly string[],
) {
  const row: BatchRow = {
    id: newId(),
    number,
    state: 'open',
    version: 1,
    createdAt: at.toISOString(),
    createdBy: by,
    warehouseId,
    waveId: waveId ?? null,
    method,
    assignedTo: null,
  }
  const lines = fulfillmentIds.map((fulfillmentId, i): SlotRow => {
    const tote = totes[i] ?? null
    return { lineNo: i + 1, fulfillmentId, tote, heldTote: tote === null ? null : foldKey(tote) }
  })
  return { row, lines }
}

type Slotted = WalkedTask & { slot: number }

const placesOf = (batchId: string, tasks: readonly Slotted[], after = 0): WalkPosition[] =>
  inWalkingOrder(tasks).map(({ id }, i) => ({ id, batchId, sequence: after + i + 1 }))

/** Puts what is left to pick of a locked batch in walking order, with what has joined it since. */
export async function walkAgain(tx: Tx, actor: WorkspaceMember, batchId: string): Promise<void> {
  const { id: platformId } = actor.platform
  const [{ lines }, tasks, last] = await Promise.all([
    getDocument(tx, batches, actor, batchId),
    listReadyOfBatch(tx, platformId, batchId),
    findLastDone(tx, platformId, batchId),
  ])
  const slots = new Map(lines.map(({ fulfillmentId, lineNo }) => [fulfillmentId, lineNo]))
  const slotted = tasks.map((task) => ({ ...task, slot: slots.get(task.fulfillmentId) ?? 0 }))
  await placeTasks(tx, platformId, placesOf(batchId, slotted, last))
}
