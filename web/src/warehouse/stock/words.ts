import type { moveKinds, StockStatus } from '@stowage/contract/warehouse/stock'
import { statesOf, wordsOf } from '../../app/words.ts'

/** The stock statuses in the words of the floor. */
export const statuses = statesOf<StockStatus>({
  available: { word: 'Available', look: 'ok' },
  hold: { word: 'On hold', look: 'warn' },
  quarantine: { word: 'Quarantine', look: 'warn' },
  damaged: { word: 'Damaged', look: 'bad' },
  expired: { word: 'Expired', look: 'bad' },
})

export const statusOptions = Object.entries(statuses).map(([value, { word }]) => ({
  value,
  label: word,
}))

/** The kinds of movements. */
export const kinds = wordsOf<(typeof moveKinds)[number]>({
  receive: 'Received',
  relocate: 'Moved',
  pick: 'Picked',
  ship: 'Shipped',
  unship: 'Shipment undone',
  status_change: 'Status changed',
  adjust: 'Adjusted',
  count: 'Counted',
  scrap: 'Scrapped',
  return_in: 'Returned',
  return_to_vendor: 'Returned to vendor',
})
const words: Record<string, string | undefined> = kinds
/** A kind of a later version is called by its code. */
export const kindOf = (kind: string): string => words[kind] ?? kind.replaceAll('_', ' ')
