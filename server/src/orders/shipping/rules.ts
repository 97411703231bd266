import type { Share } from '@stowage/contract/orders/orders'
import type { Parcel, Parcels } from '@stowage/contract/orders/tracking'
import { failField } from '../../errors.ts'

/** Quanta of the claims of an order: what it still gets, and what was shipped. */
export type Claimed = { open: string; shipped: string }

/** The state of an order after `quanta` more of it were shipped; below zero after a shipment was voided. */
export function shippedState(
  claimed: Claimed,
  quanta: bigint,
): { state: 'in_fulfillment' | 'partially_shipped' | 'shipped'; fulfillmentState: Share } {
  if (BigInt(claimed.shipped) + quanta === 0n)
    return { state: 'in_fulfillment', fulfillmentState: 'none' }
  return BigInt(claimed.open) === quanta
    ? { state: 'shipped', fulfillmentState: 'full' }
    : { state: 'partially_shipped', fulfillmentState: 'partial' }
}

/** Returns the packages of a shipment as they are recorded. Fails for a tracking number of a package that is not in it. */
export function namedParcels(
  inside: readonly (Omit<Parcel, 'packageId'> & { id: string })[],
  given: Parcels,
): Parcel[] {
  const trackingOf = new Map(given.map((one) => [one.packageId.toLowerCase(), one.tracking]))
  const parcels = inside.map(({ id, number, tracking }) => ({
    packageId: id,
    number,
    tracking: trackingOf.get(id) ?? tracking,
  }))
  const stranger = given.findIndex(
    ({ packageId }) => !inside.some(({ id }) => id === packageId.toLowerCase()),
  )
  if (stranger >= 0)
    failField(`packages.${stranger}.packageId`, 'This package isn’t in the shipment')
  return parcels
}
