import type { LeftReason } from '@stowage/contract/blockers'
import type {
  FulfillmentState,
  packageStates as states,
  pickReasons,
  pickTaskStates,
} from '@stowage/contract/orders/fulfillments'
import type { Left } from '@stowage/contract/orders/fulfillment-releases'
import { formatQuantity } from '../../app/format.ts'
import { statesOf, wordsOf } from '../../app/words.ts'

export type Word = { word: string; look: 'ok' | 'warn' | 'bad' | 'info' | 'none' }

export const fulfillmentStates = statesOf<FulfillmentState>({
  planned: { word: 'Planned', look: 'none' },
  released: { word: 'Released', look: 'info' },
  picking: { word: 'Picking', look: 'info' },
  picked: { word: 'Picked', look: 'info' },
  packing: { word: 'Packing', look: 'info' },
  packed: { word: 'Packed', look: 'info' },
  shipped: { word: 'Shipped', look: 'ok' },
  cancelled: { word: 'Cancelled', look: 'none' },
})

export const packageStates = statesOf<(typeof states)[number]>({
  open: { word: 'Open', look: 'info' },
  closed: { word: 'Closed', look: 'ok' },
  shipped: { word: 'Shipped', look: 'ok' },
})

export const pickStates = statesOf<(typeof pickTaskStates)[number]>({
  ready: { word: 'To pick', look: 'info' },
  done: { word: 'Picked', look: 'ok' },
  short: { word: 'Short', look: 'bad' },
  sent_back: { word: 'Sent back', look: 'bad' },
  withdrawn: { word: 'Withdrawn', look: 'none' },
  cancelled: { word: 'Cancelled', look: 'none' },
})

/** States a fulfillment can be in yet. */
export const shownStates = [
  'released',
  'picking',
  'picked',
  'packing',
  'packed',
  'shipped',
  'cancelled',
] as const

export const pickReasonWords = wordsOf<(typeof pickReasons)[number]>({
  expires_first: 'Expires first',
  oldest: 'Oldest stock',
  next_on_path: 'Next on the path',
  largest_quantity: 'Largest quantity',
})

/** Reasons for which a quantity is not released, after 'MUG: 2'. */
export const leftWords = wordsOf<LeftReason>({
  backordered: 'waiting for stock',
  not_pickable: 'not in a location that can be picked',
  kit_incomplete: 'waiting for another component of the kit',
  released: 'already released',
})

/** Says of a line what was left out, and why: 'MUG 2 waiting for stock'. */
export const leftText = ({ sku, qty, reason }: Left) =>
  `${sku} ${formatQuantity(qty)} ${leftWords[reason]}`
