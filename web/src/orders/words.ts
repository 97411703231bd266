import type { PromiseMode } from '@stowage/contract/orders/channels'
import type { holdKinds, OrderState, Share } from '@stowage/contract/orders/orders'

type Look = 'ok' | 'warn' | 'bad' | 'info' | 'none'
type Word = { word: string; look: Look }

export const orderStates: Record<OrderState, Word> = {
  draft: { word: 'Draft', look: 'none' },
  confirmed: { word: 'Confirmed', look: 'ok' },
  on_hold: { word: 'On hold', look: 'warn' },
  released: { word: 'Released', look: 'info' },
  in_fulfillment: { word: 'In fulfillment', look: 'info' },
  partially_shipped: { word: 'Partially shipped', look: 'info' },
  shipped: { word: 'Shipped', look: 'ok' },
  completed: { word: 'Completed', look: 'ok' },
  closed_short: { word: 'Closed short', look: 'none' },
  cancelled: { word: 'Cancelled', look: 'none' },
}

/** How much of an order is reserved. */
export const reservationStates: Record<Share, Word> = {
  none: { word: 'Not reserved', look: 'none' },
  partial: { word: 'Partly reserved', look: 'warn' },
  full: { word: 'Reserved', look: 'ok' },
}

export const holdReasons: Record<(typeof holdKinds)[number], string> = {
  fraud: 'Suspected fraud',
  payment: 'Payment',
  address: 'Address',
  stock: 'Stock',
  manual: 'Other',
}

/** What happens to items that are not available. */
const modes: Record<PromiseMode, string> = {
  backorder: 'Backorder what is missing',
  strict: 'Refuse the order if anything is missing',
  cancel_rest: 'Cancel what is missing',
}

export const modeOptions = Object.entries(modes).map(([value, label]) => ({ value, label }))
