import { ownTracking } from '@stowage/contract/tracking'
import type { Sending } from './words.ts'

type Tracked = { id: string; tracking: string }

export const blankSending: Sending = { carrier: '', service: '', tracking: '', cost: '' }

/** Converts the typed shipping fields to the values sent. */
export const sendingOf = ({ cost, ...rest }: Sending) => ({
  ...rest,
  cost: cost.trim() === '' ? null : cost.trim().replace(',', '.'),
})

/** The tracking numbers that packages have, by package. */
export const trackingOf = (packages: readonly Tracked[]): Record<string, string> =>
  Object.fromEntries(packages.map(({ id, tracking }) => [id, tracking]))

/** The packages whose tracking number was changed. */
export const parcelsOf = (packages: readonly Tracked[], typed: Readonly<Record<string, string>>) =>
  packages.flatMap(({ id, tracking }) => {
    const now = typed[id] ?? tracking
    return now.trim() === tracking ? [] : [{ packageId: id, tracking: now }]
  })

/** The tracking number of a shipment, then those its packages have of their own. */
export const allTracking = ({
  tracking,
  parcels,
}: {
  tracking: string
  parcels: readonly { tracking: string }[]
}): string[] => [...(tracking ? [tracking] : []), ...ownTracking(parcels)]
