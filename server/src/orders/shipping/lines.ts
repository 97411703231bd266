import type { Parcel, Parcels } from '@stowage/contract/tracking'
import { failField } from '../../errors.ts'

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
