import type { fulfil as routes, FulfilStep } from '@stowage/contract/orders/fulfil'
import type { Input, Reply } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { failField, Failure, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { orders } from '../orders/queries.ts'
import { toReply } from '../orders/reply.ts'
import { releaseLocked } from '../fulfillments/commands.ts'
import { lockOpenFulfillments, type FulfillmentRow } from '../fulfillments/queries.ts'
import { openClaims } from '../fulfillments/rules.ts'
import { listHolds } from '../orders/hold-queries.ts'
import { packAll } from '../packing/commands.ts'
import { lockWork } from '../batches/work.ts'
import { pickAll } from '../picking/commands.ts'
import { shipFulfillment } from './commands.ts'
import { lockStockOfOrder } from './fulfil-queries.ts'

type Asked = Input<typeof routes.fulfil>['body']

/**
 * Releases, picks, packs and ships what is in stock of an order: each step as if it were done by itself, and all of them or
 * none. What was begun before is gone on with. A refusal has the `step` it is of.
 */
export async function fulfilOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, policy, shipShort, carrier, service, tracking, cost, ...measures }: Asked,
): Promise<Reply<typeof routes.fulfil>> {
  const { id: platformId } = actor.platform
  const [{ row, lines }, begun] = await Promise.all([
    lockDocument(tx, orders, actor, id),
    lockSeen(tx, actor, id),
  ])
  requireVersion(row, version)
  if (begun.length > 0) await lockWork(tx, actor, begun)
  // Without anything to go on with, the refusal of the release says why.
  const isReleased = begun.length > 0 && openClaims(lines, actor.warehouses).length === 0
  const asked = { order: row, lines, version, mayBePart: shipShort }
  const [, released] = await Promise.all([
    lockStockOfOrder(tx, platformId, id),
    isReleased
      ? { after: row, made: [], left: [] }
      : inStep('release', () => releaseLocked(tx, actor, asked, policy)),
  ])
  const open = [...begun, ...released.made.map((made) => made.row)]
  if (tracking !== '' && open.length > 1)
    failField(
      'tracking',
      'This order leaves in several packages. Enter their tracking numbers later.',
    )
  let order = released.after
  for (const one of open) {
    await inStep('pick', () => pickAll(tx, actor, order, one))
    // Its first pick brings an order into fulfillment.
    if (order.state === 'released')
      order = { ...order, state: 'in_fulfillment', version: order.version + 1 }
    if (one.state !== 'packed') await inStep('pack', () => packAll(tx, actor, one.id, measures))
  }
  const shipments: Reply<typeof routes.fulfil>['shipments'] = []
  for (const { id: fulfillmentId } of open)
    await inStep('ship', async () => {
      const how = { fulfillmentId, carrier, service, tracking, cost, shipShort }
      const { number, warehouseCode, ...made } = await shipFulfillment(tx, actor, how)
      shipments.push({ id: made.id, number, warehouseCode })
    })
  const [after, holds] = await Promise.all([
    lockDocument(tx, orders, actor, id),
    listHolds(tx, platformId, id),
  ])
  return { order: toReply(after.row, after.lines, holds, actor), shipments, left: released.left }
}

/** Locks the fulfillments of a locked order that have not left, in the warehouses that the member sees. */
async function lockSeen(
  tx: Tx,
  { platform, warehouses }: WorkspaceMember,
  orderId: string,
): Promise<FulfillmentRow[]> {
  const all = await lockOpenFulfillments(tx, platform.id, orderId)
  return all.filter(
    ({ state, warehouseId }) =>
      state !== 'shipped' && (warehouses === null || warehouses.includes(warehouseId)),
  )
}

/** Runs a step. What it refuses says of which step it is. */
async function inStep<T>(step: FulfilStep, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Failure ? error.with({ step }) : error
  }
}
