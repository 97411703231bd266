import type { Shipment, shipping as routes } from '@stowage/contract/orders/shipping'
import type { Input } from '@stowage/contract/route'
import { fromQuanta, microsOf } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { assertUnblocked } from '../../warehouse/locations/lines.ts'
import { postMove } from '../../warehouse/stock/kernel-queries.ts'
import { changed, created, writeChanges } from '../../workspace/documents/commands.ts'
import { orders, type OrderRow } from '../orders/queries.ts'
import { fulfillments } from '../fulfillments/queries.ts'
import { requireLotsMayLeave } from '../packing/require-lots-may-leave.ts'
import { shipPackages } from '../packing/queries.ts'
import { planSplit, refuseUnpacked, split } from './split.ts'
import {
  listUnpacked,
  lockForShipping,
  shipments,
  type LockedShipping,
  type ShipmentRow,
} from './queries.ts'
import { namedParcels } from './lines.ts'
import { shippedState } from './rules.ts'
import { showShipment, sumOf } from './commands.ts'

type ShipInput = Input<typeof routes.ship>['body']

/**
 * Ships a packed fulfillment: what was picked for it leaves the stage, with its claims and its value, and its order is
 * shipped in part or whole. Packages that leave before the rest become a fulfillment of their own. Whoever comes second is
 * told who shipped it.
 */
export async function shipFulfillment(
  tx: Tx,
  actor: WorkspaceMember,
  { fulfillmentId, ...how }: ShipInput,
): Promise<Shipment> {
  const locked = (await lockForShipping(tx, actor, fulfillmentId)) ?? notFound()
  const { row } = await shipLocked(tx, actor, locked, how)
  return showShipment(tx, actor, row)
}

/** The same of a locked fulfillment. Returns the shipment, and the order as it is then. */
export async function shipLocked(
  tx: Tx,
  actor: WorkspaceMember,
  locked: LockedShipping,
  {
    packageIds,
    cost,
    shippedAt,
    shipShort,
    packages: parcels = [],
    ...how
  }: Omit<ShipInput, 'fulfillmentId'>,
): Promise<{ row: ShipmentRow; order: OrderRow }> {
  const { id: platformId } = actor.platform
  const part = packageIds && (await planSplit(tx, actor, locked, packageIds))
  if (!part) requirePacked(locked)
  const mustBeWhole = locked.order.shipComplete && !shipShort
  if (!part && mustBeWhole) await requireComplete(tx, actor, locked.order.id)
  const { order } = locked
  const { fulfillment, lines, packages: inside } = part ?? locked
  const count = part ? 0 : locked.past.count
  assertUnblocked(lines.map(({ location }) => ({ ...location, direction: 'out' })))
  const { warehouseId } = fulfillment
  const id = newId()
  const { moveId, recordedAt } = await postMove(
    tx,
    actor,
    {
      kind: 'ship',
      warehouseId,
      sourceType: 'shipment',
      sourceId: id,
      ...(shippedAt && { effectiveAt: shippedAt }),
    },
    lines.map(({ allocationId, bucketId, qty }, i) => ({
      lineNo: i + 1,
      qty,
      party: 'customer',
      fromBucket: bucketId,
      allocationId,
      claim: 'consume',
    })),
  )
  // After the move, which locks the stock as a recall does: either the recall waits for the shipment, or it is seen here.
  await requireLotsMayLeave(tx, actor, locked.fulfillment, lines)
  if (part) await split(tx, actor, part, locked, moveId)
  // Packed fulfillments beside it leave too, but not what it was split from.
  if (part && mustBeWhole) await requireComplete(tx, actor, order.id, part.from.id)
  const row: ShipmentRow = {
    ...how,
    id,
    number: `${fulfillment.number}-S${count + 1}`,
    state: 'shipped',
    version: 1,
    createdAt: actor.at.toISOString(),
    createdBy: actor.id,
    fulfillmentId: fulfillment.id,
    orderId: order.id,
    order: order.number,
    externalId: order.externalId,
    warehouseId,
    costMicros: cost === null ? null : String(microsOf(cost)),
    shippedAt: new Date(shippedAt ?? recordedAt).toISOString(),
    deliveredAt: null,
    note: '',
    moveId,
    manifestId: null,
    handedOverAt: null,
  }
  const recorded = { payload: { shipment: row.number } }
  const reached = shippedState(locked.claimed, sumOf(lines))
  const packages = namedParcels(inside, parcels)
  const shipment = created(shipments, actor, {
    row,
    lines: [],
    change: 'shipped',
    recorded: { payload: { packages } },
  })
  const left = changed(fulfillments, actor, fulfillment, [
    { change: 'shipped', values: { state: 'shipped' }, recorded },
  ])
  const moved = changed(orders, actor, order, [
    {
      change: reached.state === 'shipped' ? 'shipped' : 'partially_shipped',
      values: reached,
      recorded,
    },
  ])
  await Promise.all([
    writeChanges(tx, actor, [shipment, left, moved]),
    shipPackages(tx, platformId, fulfillment.id, id, JSON.stringify(parcels)),
  ])
  return { row, order: moved.after }
}

/** Fails with `invalid_transition` and says who was faster. */
function requirePacked({ fulfillment, past }: LockedShipping): void {
  const { state: from, number } = fulfillment
  if (from === 'packed') return
  if (from !== 'shipped') refuseUnpacked(fulfillment)
  fail('invalid_transition', {
    message: `${past.lastBy ?? 'Someone'} already shipped ${number}.`,
    blockers: [
      { type: 'fulfillment', from, to: 'shipped', allowed: fulfillments.transitions[from] },
    ],
  })
}

/** Fails with `order_incomplete` while something of the order waits, is not picked or is not packed. */
async function requireComplete(
  tx: Tx,
  { platform }: WorkspaceMember,
  orderId: string,
  except: string | null = null,
): Promise<void> {
  const unpacked = await listUnpacked(tx, platform.id, orderId, except)
  if (unpacked.length === 0) return
  fail('order_incomplete', {
    blockers: unpacked.map(({ lineNo, sku, qty, qtyScale }) => ({
      type: 'line' as const,
      lineNo,
      sku,
      qty: fromQuanta(qty, qtyScale),
    })),
  })
}
