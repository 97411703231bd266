import type { ManifestState } from '@stowage/contract/orders/manifests'
import { statesOf } from '../../app/words.ts'

export const manifestStates = statesOf<ManifestState>({
  open: { word: 'Open', look: 'info' },
  closed: { word: 'Handed over', look: 'ok' },
  cancelled: { word: 'Cancelled', look: 'none' },
})

/** The carrier of shipments, which may have none. */
export const carrierText = (carrier: string) => carrier || 'no carrier'

export const packagesText = (count: number) => (count === 1 ? '1 package' : `${count} packages`)
