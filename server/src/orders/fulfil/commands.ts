import type { fulfil as routes, FulfilStep } from '@stowage/contract/orders/fulfil'
import type { Left } from '@stowage/contract/orders/releases'
import type { Input, Reply } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { failField, Failure, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { replyOf } from '../entry/commands.ts'
import { orders } from '../entry/queries.ts'
import { releaseLocked } from '../fulfillments/commands.ts'
import { lockOpenFulfillments, type FulfillmentRow } from '../fulfillments/queries.ts'
import { openClaims } from '../fulfillments/rules.ts'
import { packAll } from '../packing/commands.ts'
import { lockWork } from '../pick-progress/commands.ts'
import { pickAll } from '../picking/commands.ts'
import { shipFulfillment } from '../shipping/commands.ts'
import { lockStockOf } from './queries.ts'

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
  const { row, lines } = await lockDocument(tx, orders, actor, id)
  requireVersion(row, version)
  let order = row
  let left: Left[] = []
  const begun = await lockSeen(tx, actor, id)
  await lockWork(tx, actor, begun)
  await lockStockOf(tx, actor.platform.id, id)
  // Without anything to go on with, the refusal of the release says why.
  if (begun.length === 0 || openClaims(lines, actor.warehouses).length > 0)
    await inStep('release', async () => {
      const asked = { order, lines, version: undefined, mayBePart: shipShort }
      const released = await releaseLocked(tx, actor, asked, policy)
      order = released.after
      left = released.left
    })
  const open = await lockSeen(tx, actor, id)
  if (tracking !== '' && open.length > 1)
    failField(
      'tracking',
      'This order leaves in several packages. Enter their tracking numbers later.',
    )
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
  const { row: after } = await lockDocument(tx, orders, actor, id)
  return { order: await replyOf(tx, actor, after), shipments, left }
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
