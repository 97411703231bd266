import type { CustomerReturn, returns as routes } from '@stowage/contract/orders/returns'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { requireOpen, requireSite } from '../../warehouse/locations/lines.ts'
import { postReceipt, assertReceiptFits } from '../../warehouse/stock/post-receipt.ts'
import {
  findSite,
  findWarehouse,
  type ReceivingLocation,
  type Site,
} from '../../warehouse/locations/warehouse-queries.ts'
import { changeDocument, lockForTransition } from '../../workspace/documents/commands.ts'
import { getDocument, lockDocument } from '../../workspace/documents/queries.ts'
import { orders } from '../orders/queries.ts'
import { getReturn, auditedLine } from './commands.ts'
import { insertItems, returns } from './queries.ts'
import { readArrivals, type Arrival } from './read-arrivals.ts'
import { listShippedParts } from './receive-queries.ts'

/**
 * Receives an authorized return into the quarantine location of a warehouse, with the lots and serial numbers it was
 * shipped with and at the value it left with.
 */
export async function receiveReturn(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, warehouseId, effectiveAt, lines: typed }: Input<typeof routes.receive>['body'],
): Promise<CustomerReturn> {
  const { id: platformId } = actor.platform
  // Read before the locks, which go from the order down to the return.
  const { row: seen } = await getDocument(tx, returns, actor, id)
  // Whoever sees the return may receive it, in whichever warehouse the order was shipped from.
  if (seen.orderId) await lockDocument(tx, orders, { ...actor, warehouses: null }, seen.orderId)
  const { before, lines } = await lockForTransition(tx, returns, actor, id, version, 'received')
  const { site, place } = await getQuarantine(tx, actor, warehouseId)
  requireOpen([{ place, direction: 'in' }])
  const shipped = before.orderId ? await listShippedParts(tx, platformId, before.orderId) : []
  const arrivals = await readArrivals(tx, actor, lines, typed, {
    shipped,
    timezone: site.timezone,
  })
  await assertReceiptFits(
    tx,
    actor,
    arrivals.map(({ line, lotId, qty }) => ({
      place,
      variantId: line.variantId,
      lot: lotId === null ? null : { lotId },
      quanta: String(qty),
    })),
  )
  const { moveId, recordedAt, sides } = await postReceipt(
    tx,
    actor,
    {
      kind: 'return_in',
      warehouseId,
      sourceType: 'return',
      sourceId: id,
      ...(effectiveAt && { effectiveAt }),
    },
    arrivals.map((arrival, i) => toMoveLine(arrival, i + 1, place.locationId)),
  )
  const bucketOf = new Map(sides.map(({ lineNo, bucketId }) => [lineNo, bucketId]))
  const items = arrivals.map(({ line, qty, condition }, i) => ({
    itemNo: i + 1,
    lineNo: line.lineNo,
    bucketId: bucketOf.get(i + 1) ?? '',
    qty: String(qty),
    condition,
  }))
  await Promise.all([
    insertItems(tx, platformId, id, items),
    changeDocument(tx, returns, actor, before, {
      change: 'received',
      values: {
        state: 'received',
        warehouseId,
        moveId,
        receivedAt: new Date(effectiveAt ?? recordedAt).toISOString(),
      },
      recorded: { payload: { lines: toReceived(arrivals) } },
    }),
  ])
  return getReturn(tx, actor, id)
}

const toMoveLine = (
  { line, lotId, serialId, qty, value }: Arrival,
  lineNo: number,
  to: string,
) => ({
  lineNo,
  qty: String(qty),
  party: 'customer' as const,
  variantId: line.variantId,
  toLocation: to,
  toStatus: 'quarantine',
  ...(lotId && { toLot: lotId }),
  ...(serialId && { toSerial: serialId }),
  ...(value !== null && { valueMicros: String(value) }),
})

const toReceived = (arrivals: readonly Arrival[]) =>
  arrivals.map(({ line, qty, condition }) => ({
    ...auditedLine({ ...line, qty: String(qty) }),
    condition,
  }))

/** The quarantine location of a warehouse, which keeps what comes back until it was inspected. */
async function getQuarantine(
  tx: Tx,
  { platform, warehouses }: WorkspaceMember,
  warehouseId: string,
): Promise<{ site: Site; place: ReceivingLocation }> {
  const warehouse = (await findWarehouse(tx, platform.id, warehouses, warehouseId)) ?? notFound()
  const locationId =
    warehouse.defaultLocations.quarantine ??
    failField('warehouseId', `${warehouse.code} has no quarantine location`)
  const site =
    (await findSite(tx, platform.id, warehouses, warehouseId, [{ locationId }])) ?? notFound()
  requireSite(site)
  return { site, place: site.places[0] ?? notFound() }
}
