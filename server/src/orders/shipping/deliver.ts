import type { Shipment, shipping as routes } from '@stowage/contract/orders/shipping'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { changeDocument, lockForTransition } from '../../workspace/documents/commands.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { completeArrived } from '../orders/commands.ts'
import { lockOrderOfFulfillment } from '../fulfillments/queries.ts'
import { showShipment } from './commands.ts'
import { shipments, type ShipmentRow } from './queries.ts'

/** Locks the order of a shipment, then the shipment, for what becomes of it. */
async function lockForStep(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number | undefined,
  to: ShipmentRow['state'],
) {
  const { row: seen } = await getDocument(tx, shipments, actor, id)
  const everywhere = { ...actor, warehouses: null }
  const order = (await lockOrderOfFulfillment(tx, everywhere, seen.fulfillmentId)) ?? notFound()
  const { before } = await lockForTransition(tx, shipments, actor, id, version, to)
  return { order, before }
}

/** Notes that a shipment was delivered; with the last one its order is completed. */
export async function deliver(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, deliveredAt }: Input<typeof routes.deliver>['body'],
): Promise<Shipment> {
  const { order, before } = await lockForStep(tx, actor, id, version, 'delivered')
  const at = deliveredAt ?? actor.at.toISOString()
  if (at > actor.at.toISOString()) fail('future_date_refused')
  await changeDocument(tx, shipments, actor, before, {
    change: 'delivered',
    values: { state: 'delivered', deliveredAt: at },
  })
  await completeArrived(tx, actor, order)
  return showShipment(tx, actor, before)
}

/** Notes that something went wrong with a shipment, or how that ended. */
export async function noteTrouble(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, reason }: Input<typeof routes.exception>['body'],
  state: 'exception' | 'lost' | 'returned',
): Promise<Shipment> {
  const { order, before } = await lockForStep(tx, actor, id, version, state)
  await changeDocument(tx, shipments, actor, before, {
    change: state,
    values: { state, note: reason },
    recorded: { payload: { reason } },
  })
  await completeArrived(tx, actor, order)
  return showShipment(tx, actor, before)
}
