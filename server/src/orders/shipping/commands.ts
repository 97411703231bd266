import type { Shipment, shipping as routes } from '@stowage/contract/orders/shipping'
import type { Input } from '@stowage/contract/route'
import { microsOf } from '@stowage/contract/warehouse/quantities'
import type { Db, Tx } from '../../database/connect.ts'
import { fail, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { assertUnblocked } from '../../warehouse/locations/lines.ts'
import { postMove } from '../../warehouse/stock/kernel-queries.ts'
import {
  changeDocument,
  changed,
  lockForTransition,
  refuseTransition,
  writeChanges,
} from '../../workspace/documents/commands.ts'
import { getDocument, lockDocument } from '../../workspace/documents/queries.ts'
import { orders } from '../orders/queries.ts'
import { fulfillments } from '../fulfillments/queries.ts'
import { unloadShipment } from '../manifests/queries.ts'
import { setTracking, unshipPackages } from '../packing/queries.ts'
import { listPackages, listParcelsOfShipment, type PackageRow } from '../packing/list-queries.ts'
import { toPackage } from '../packing/reply.ts'
import { assertReturnsShipped } from '../returns/read-new-lines.ts'
import {
  findStage,
  lockForShipping,
  shipments,
  toReply,
  type ShipLine,
  type ShipmentRow,
} from './queries.ts'
import { namedParcels } from './lines.ts'
import { shippedState } from './rules.ts'

/**
 * Voids a shipment: its stock is back in the stage location at the value it left with, reserved and picked for its
 * order, and the fulfillment is packed again. Fails with `over_return` while a return has items of it.
 */
export async function voidShipment(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, reason }: Input<typeof routes.void>['body'],
): Promise<Shipment> {
  // Read before the locks, which go from the order down to the shipment.
  const { row: seen } = await getDocument(tx, shipments, actor, id)
  const locked = (await lockForShipping(tx, actor, seen.fulfillmentId)) ?? notFound()
  const { order, fulfillment, lines } = locked
  const stage = (await findStage(tx, actor.platform.id, fulfillment.id)) ?? notFound()
  const { before } = await lockForTransition(tx, shipments, actor, id, version, 'voided')
  assertNotHandedOver(before)
  assertUnblocked([{ ...stage, direction: 'in' }])
  await postMove(
    tx,
    actor,
    {
      kind: 'unship',
      warehouseId: fulfillment.warehouseId,
      sourceType: 'shipment',
      sourceId: id,
      note: reason,
      reversesMoveId: before.moveId,
    },
    lines.map((line, i) => ({
      lineNo: i + 1,
      qty: line.qty,
      party: 'customer',
      variantId: line.variantId,
      toLocation: stage.id,
      ...(line.lotId && { toLot: line.lotId }),
      ...(line.serialId && { toSerial: line.serialId }),
      allocationId: line.allocationId,
      claim: 'restore',
      valueMicros: line.valueMicros,
    })),
  )
  await assertReturnsShipped(tx, actor.platform.id, order.id)
  const recorded = { payload: { shipment: before.number, reason } }
  await Promise.all([
    unshipPackages(tx, actor.platform.id, fulfillment.id),
    unloadShipment(tx, actor.platform.id, id),
    writeChanges(tx, actor, [
      changed(shipments, actor, before, [
        { change: 'voided', values: { state: 'voided', note: reason }, recorded },
      ]),
      changed(fulfillments, actor, fulfillment, [
        { change: 'unshipped', values: { state: 'packed' }, recorded },
      ]),
      changed(orders, actor, order, [
        {
          change: 'shipment_voided',
          values: shippedState(locked.claimed, -sumOf(lines)),
          recorded,
        },
      ]),
    ]),
  ])
  return showShipment(tx, actor, before)
}

/** Fails with `handed_over`: a carrier has what it took, so it comes back as a return. */
function assertNotHandedOver({ manifestId, manifest, handedOverAt }: ShipmentRow): void {
  if (manifestId === null || handedOverAt === null) return
  const number = manifest ?? ''
  fail('handed_over', {
    message: `This shipment was handed over with ${number}. Note an exception if it comes back.`,
    blockers: [{ type: 'manifest', id: manifestId, number, handedOverAt }],
  })
}

/** Changes how a shipment is sent; of a voided one nothing is changed. */
export async function updateShipment(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, cost, packages: named, ...given }: Input<typeof routes.update>['body'],
): Promise<Shipment> {
  const { row: before } = await lockDocument(tx, shipments, actor, id)
  requireVersion(before, version)
  const { state: from } = before
  if (from === 'voided') refuseTransition({ type: 'shipment', from, to: from, allowed: [] })
  if (given.carrier !== undefined && given.carrier !== before.carrier) assertNotHandedOver(before)
  const { carrier = before.carrier, service = before.service, tracking = before.tracking } = given
  const inside = await listParcelsOfShipment(tx, actor.platform.id, id)
  const packages = namedParcels(inside, named ?? [])
  await Promise.all([
    changeDocument(tx, shipments, actor, before, {
      change: 'updated',
      values: {
        carrier,
        service,
        tracking,
        costMicros: cost === undefined ? before.costMicros : cost && String(microsOf(cost)),
      },
      recorded: { payload: { packages } },
    }),
    named && setTracking(tx, actor.platform.id, id, JSON.stringify(named)),
  ])
  return showShipment(tx, actor, before)
}

/** Returns a shipment with its packages. */
export async function getShipment(
  db: Db,
  actor: WorkspaceMember,
  shipmentId: string,
): Promise<Shipment> {
  const { row, lines } = await getDocument(db, shipments, actor, shipmentId)
  return shipmentOf(row, lines, await listPackages(db, actor.platform.id, row.fulfillmentId))
}

/** The same of one whose fulfillment is known, in one round trip. */
export async function showShipment(
  db: Db,
  actor: WorkspaceMember,
  { id, fulfillmentId }: Pick<ShipmentRow, 'id' | 'fulfillmentId'>,
): Promise<Shipment> {
  const [{ row, lines }, packages] = await Promise.all([
    getDocument(db, shipments, actor, id),
    listPackages(db, actor.platform.id, fulfillmentId),
  ])
  return shipmentOf(row, lines, packages)
}

function shipmentOf(
  row: ShipmentRow,
  lines: readonly { packageId: string }[],
  packages: readonly PackageRow[],
): Shipment {
  const shipped = packages.filter(({ id }) => lines.some(({ packageId }) => packageId === id))
  const fulfillment = { state: 'shipped' as const }
  return toReply(
    row,
    shipped.map((one) => toPackage(fulfillment, one)),
  )
}

/** Returns how much stands in these lines together, in quanta. */
export const sumOf = (lines: readonly ShipLine[]) =>
  lines.reduce((sum, { qty }) => sum + BigInt(qty), 0n)
