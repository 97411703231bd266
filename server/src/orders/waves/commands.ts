import type { BatchReply } from '@stowage/contract/batches'
import type { bulk } from '@stowage/contract/orders/order-bulk'
import { mostWaveOrders, type Wave, type waves as routes } from '@stowage/contract/orders/waves'
import type { Input } from '@stowage/contract/route'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findPickPolicies, findWarehouse } from '../../warehouse/locations/warehouse-queries.ts'
import {
  changeDocument,
  changeDocuments,
  createDocument,
  lockForEdit,
  lockForTransition,
} from '../../workspace/documents/commands.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import { findWorker } from '../../workspace/api-keys/find-worker.ts'
import { lockFreeDocuments } from '../../workspace/documents/list-queries.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { orders } from '../orders/queries.ts'
import { cancelAll } from '../fulfillments/commands.ts'
import { releaseOrders } from '../fulfillments/release.ts'
import { lockOpenFulfillmentsOf } from '../fulfillments/queries.ts'
import { endWaves } from '../batches/end-work.ts'
import { cancelPickTasks } from '../picking/ending-queries.ts'
import { chooseOrders, findReleasable, findWaveFigures, previewWave } from './list-queries.ts'
import {
  lockWaveOrders,
  refusePendingOrders,
  saveReleaseResults,
  skipOrders,
  toReply,
  waves,
  type ReleaseResult,
  type WaveRow,
} from './queries.ts'

type NewWave = Input<typeof routes.create>['body']

/** Fails with `not_found` for a warehouse that is not there or out of sight. */
async function requireWarehouse(db: Db, actor: WorkspaceMember, id: string): Promise<void> {
  const { platform, warehouses } = actor
  const found = (await findWarehouse(db, platform.id, warehouses, id.toLowerCase())) ?? notFound()
  if (found.state !== 'active') failField('warehouseId', 'This warehouse is archived')
}

/** Returns how much a wave would take if it were released now. */
export async function preview(db: Db, actor: WorkspaceMember, input: NewWave) {
  await requireWarehouse(db, actor, input.warehouseId)
  return previewWave(db, actor, input)
}

export async function createWave(
  tx: Tx,
  actor: WorkspaceMember,
  number: string,
  input: NewWave,
): Promise<Wave> {
  await requireWarehouse(tx, actor, input.warehouseId)
  const warehouseId = input.warehouseId.toLowerCase()
  const policies = await findPickPolicies(tx, actor.platform.id, [warehouseId])
  const row: WaveRow = {
    ...input,
    policy: input.policy ?? policies.get(warehouseId) ?? notFound(),
    id: newId(),
    number,
    state: 'draft',
    version: 1,
    createdAt: actor.at.toISOString(),
    createdBy: actor.id,
  }
  await createDocument(tx, waves, actor, { row, lines: [], change: 'created' })
  return getWave(tx, actor, row.id)
}

/** Changes a draft; what is left out stays as it is. */
export async function updateWave(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...given }: Input<typeof routes.update>['body'],
): Promise<Wave> {
  const values = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<WaveRow>
  const { before } = await lockForEdit(tx, waves, actor, id, version)
  await changeDocument(tx, waves, actor, before, {
    change: 'updated',
    values,
    recorded: { payload: { changed: Object.keys(values) } },
  })
  return getWave(tx, actor, id)
}

type Added = Omit<Input<typeof bulk.addToWave>['body'], 'waveId'>

/**
 * Adds orders to a draft that takes chosen orders. Each must be in sight, not in it yet and have stock to release in
 * its warehouse.
 */
export async function addToWave(
  tx: Tx,
  actor: WorkspaceMember,
  waveId: string,
  batch: Added,
): Promise<BatchReply> {
  const { before } = await lockForEdit(tx, waves, actor, waveId, undefined)
  const { filter, number, warehouseId, warehouseCode } = before
  const { orderIds } = filter
  if (!orderIds) failField('waveId', `${number} takes orders by its filters. Choose another wave.`)
  const ids = batch.items.map(({ id }) => id.toLowerCase())
  const found = await findReleasable(tx, actor, warehouseId, ids)
  const reply = await runBatch(tx, batch, {
    apply: (order, index) => {
      const id = order.id.toLowerCase()
      const isReleasable = found.get(id) ?? notFound()
      if (orderIds.includes(id)) fail('already_in_wave', { message: `Already in ${number}.` })
      if (!isReleasable)
        fail('nothing_to_release', {
          message: `Nothing of it can be released in ${warehouseCode ?? 'the warehouse'}.`,
          blockers: [],
        })
      if (orderIds.length + index >= mostWaveOrders)
        failField('waveId', `A wave has at most ${mostWaveOrders.toLocaleString('en-US')} orders`)
      return Promise.resolve(id)
    },
  })
  const added = reply.results.flatMap(({ status, id }) => (status === 'ok' && id ? [id] : []))
  if (added.length > 0)
    await changeDocument(tx, waves, actor, before, {
      change: 'updated',
      values: { filter: { ...filter, orderIds: [...orderIds, ...added] } },
      recorded: { payload: { added: added.length } },
    })
  return reply
}

/**
 * Releases a wave: its orders are chosen now. They are released afterwards, some in each transaction (`releaseNextOrders`).
 * Fails with `nothing_to_release` where none matches.
 */
export async function releaseWave(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number,
): Promise<Wave> {
  const { before } = await lockForTransition(tx, waves, actor, id, version, 'released')
  const count = await chooseOrders(tx, actor, id, before)
  if (count === 0)
    fail('nothing_to_release', {
      message: 'No order of this wave can be released now.',
      blockers: [],
    })
  await changeDocument(tx, waves, actor, before, {
    change: 'released',
    values: { state: 'released' },
    recorded: { payload: { orders: count } },
  })
  return getWave(tx, actor, id)
}

/** Cancels a wave nothing of which is picked. What it released is taken back afterwards (`releaseNextOrders`). */
export async function cancelWave(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number,
): Promise<Wave> {
  const { before } = await lockForTransition(tx, waves, actor, id, version, 'cancelled')
  await changeDocument(tx, waves, actor, before, {
    change: 'cancelled',
    values: { state: 'cancelled' },
  })
  await skipOrders(tx, actor.platform.id, id)
  return getWave(tx, actor, id)
}

/** Orders of one transaction: it holds their stock, and others wait for it. */
const together = 100
/** After so many turns an order that others hold is refused. */
const mostTurns = 20

/**
 * Releases the next orders of a wave, or takes them back where it was cancelled. `wait` says that all that is left is
 * held by others. Once whoever released it may no longer, what is left is refused; a cancelled wave is taken back
 * all the same.
 */
export async function releaseNextOrders(
  tx: Tx,
  actor: WorkspaceMember,
  waveId: string,
): Promise<'next' | 'wait' | 'done'> {
  const { id: platformId } = actor.platform
  const { row: wave } = await getDocument(tx, waves, actor, waveId)
  const isCancelled = wave.state === 'cancelled'
  const worker = isCancelled ? actor : await findReleaser(tx, actor, wave)
  if (!worker) {
    await refusePendingOrders(tx, platformId, waveId, noLongerAllowed)
    return 'done'
  }
  const from = isCancelled ? 'released' : 'pending'
  const turns = await lockWaveOrders(tx, platformId, waveId, from, together)
  if (turns.length === 0) return 'done'
  // Of an order with stock in several warehouses, only what is in this one.
  const scoped = { ...worker, warehouses: [wave.warehouseId] }
  const results = isCancelled
    ? await takeBack(tx, scoped, waveId, turns)
    : await releaseThese(tx, scoped, wave, turns)
  await saveReleaseResults(tx, platformId, waveId, results)
  return results.every(({ state }) => state === from) ? 'wait' : 'next'
}

const noLongerAllowed = {
  code: 'permission_denied',
  message: 'Whoever released the wave is no longer allowed to.',
}

/** Returns whoever released a wave as they are now, or undefined once they may no longer. */
async function findReleaser(tx: Tx, begun: WorkspaceMember, { warehouseId }: WaveRow) {
  const now = await findWorker(tx, begun)
  const isInSight = now?.warehouses?.includes(warehouseId) ?? true
  return isInSight && now?.holds.has('wave.release') ? now : undefined
}

type Turns = Awaited<ReturnType<typeof lockWaveOrders>>

async function releaseThese(
  tx: Tx,
  actor: WorkspaceMember,
  { id: waveId, policy }: WaveRow,
  turns: Turns,
): Promise<ReleaseResult[]> {
  const items = turns.map(({ orderId }) => ({ id: orderId }))
  const batch = { mode: 'valid_items', items, policy } as const
  const { results } = await releaseOrders(tx, actor, batch, waveId)
  return turns.map(({ lineNo, attempts }, i) => {
    const { status, code, message } = results[i] ?? { status: 'error', code: 'not_found' }
    if (status === 'ok') return { lineNo, state: 'released' }
    if (code === 'lock_timeout' && attempts < mostTurns) return { lineNo, state: 'pending' }
    return { lineNo, state: 'refused', code, message }
  })
}

/** Cancels what a wave released of these orders; an order with nothing else to pick is confirmed again. */
async function takeBack(
  tx: Tx,
  actor: WorkspaceMember,
  waveId: string,
  turns: Turns,
): Promise<ReleaseResult[]> {
  const ids = turns.map(({ orderId }) => orderId)
  const { locked, lockedByOthers } = await lockFreeDocuments(tx, orders, actor, ids)
  const open = await lockOpenFulfillmentsOf(tx, actor.platform.id, [...locked.keys()])
  const ofWave = open.filter((one) => one.waveId === waveId && one.state === 'released')
  const others = new Set(open.filter((one) => !ofWave.includes(one)).map(({ orderId }) => orderId))
  const free = [...locked.values()].filter(
    ({ id, state }) => state === 'released' && !others.has(id),
  )
  await cancelAll(tx, actor, ofWave, cancelPickTasks)
  await changeDocuments(tx, orders, actor, free, {
    values: { state: 'confirmed' },
    changeOf: () => ({ change: 'unreleased' }),
  })
  return turns.map(({ lineNo, orderId }) => ({
    lineNo,
    state: lockedByOthers.has(orderId) ? 'released' : 'returned',
  }))
}

/** Ends a wave whose last pick came before its last order was released, or which released none. */
export const finishWave = (tx: Tx, actor: WorkspaceMember, waveId: string): Promise<void> =>
  endWaves(tx, actor, [waveId])

/** Returns a wave with how far it is. */
export async function getWave(db: Db, actor: WorkspaceMember, id: string): Promise<Wave> {
  const { row } = await getDocument(db, waves, actor, id)
  const figures = await findWaveFigures(db, actor, [row])
  return toReply(row, figures.get(row.id))
}
