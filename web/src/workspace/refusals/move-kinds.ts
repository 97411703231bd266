import type { moveKinds } from '@stowage/contract/move-kinds'
import { wordsOf } from '../../app/words.ts'

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
