import type { ManifestState } from '@stowage/contract/orders/manifests'
import { statesOf } from '../../app/words.ts'

export const manifestStates = statesOf<ManifestState>({
  open: { word: 'Open', look: 'info' },
  closed: { word: 'Handed over', look: 'ok' },
  cancelled: { word: 'Cancelled', look: 'none' },
})

/** The carrier of shipments, which may have none. */
export const carrierText = (carrier: string) => carrier || 'no carrier'

/** Names the shipments of packages, at the beginning of a sentence. */
export function shipmentsText(packages: readonly { shipment: string }[]) {
  const isOne = new Set(packages.map(({ shipment }) => shipment)).size === 1
  return `${packages.length === 1 ? 'Its' : 'Their'} ${isOne ? 'shipment' : 'shipments'}`
}

export const packagesText = (count: number) => (count === 1 ? '1 package' : `${count} packages`)
