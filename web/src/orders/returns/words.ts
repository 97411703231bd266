import type { ReturnState, ReturnView } from '@stowage/contract/orders/returns'
import type { DispositionKind, ReturnCondition } from '@stowage/contract/orders/return-inputs'
import { statesOf, wordsOf } from '../../app/words.ts'

export const returnStates = statesOf<ReturnState>({
  requested: { word: 'Requested', look: 'warn' },
  authorized: { word: 'Expected', look: 'info' },
  received: { word: 'To inspect', look: 'warn' },
  inspected: { word: 'Inspected', look: 'info' },
  closed: { word: 'Closed', look: 'ok' },
  rejected: { word: 'Rejected', look: 'bad' },
  cancelled: { word: 'Cancelled', look: 'none' },
  expired: { word: 'Expired', look: 'none' },
})

export const views: readonly { name: string; view: ReturnView | 'all'; none: string }[] = [
  { name: 'All', view: 'all', none: 'No returns yet' },
  { name: 'Expected', view: 'expected', none: 'No returns expected' },
  { name: 'To inspect', view: 'to_inspect', none: 'Nothing to inspect' },
  { name: 'To decide', view: 'to_decide', none: 'Nothing to decide' },
]

export const conditionWords = wordsOf<ReturnCondition>({
  new: 'New',
  opened: 'Opened',
  used: 'Used',
  damaged: 'Damaged',
})

export const dispositionWords = wordsOf<DispositionKind>({
  restock: 'Restock',
  quarantine: 'Keep in quarantine',
  refurbish: 'Refurbish',
  scrap: 'Scrap',
  return_to_vendor: 'Return to vendor',
})

/** Usual disposition per condition. */
export const suggested: Record<ReturnCondition, DispositionKind> = {
  new: 'restock',
  opened: 'restock',
  used: 'refurbish',
  damaged: 'scrap',
}

export const optionsOf = <Key extends string>(words: Record<Key, string>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))
