import type { PromiseMode } from '@stowage/contract/orders/channels'
import type { holdKinds, OrderState, Share } from '@stowage/contract/orders/orders'
import { formatCount, formatQuantity } from '../../app/format.ts'
import { statesOf, wordsOf } from '../../app/words.ts'

export const orderStates = statesOf<OrderState>({
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
})

/** Checks whether an order is released to the warehouse and not fully shipped. */
export const isReleased = (state: OrderState) =>
  state === 'released' || state === 'in_fulfillment' || state === 'partially_shipped'

/** Checks whether an order has nothing reserved and nothing left to ship. */
export const isOver = (state: OrderState) =>
  state === 'shipped' || state === 'completed' || state === 'closed_short' || state === 'cancelled'

/** Names of the reservation states of an order. */
export const reservationStates = statesOf<Share>({
  none: { word: 'Not reserved', look: 'none' },
  partial: { word: 'Partly reserved', look: 'warn' },
  full: { word: 'Reserved', look: 'ok' },
})

export const holdReasons = wordsOf<(typeof holdKinds)[number]>({
  fraud: 'Suspected fraud',
  payment: 'Payment',
  address: 'Address',
  stock: 'Stock',
  manual: 'Other',
})

export const holdOptions = Object.entries(holdReasons).map(([value, label]) => ({ value, label }))

/** Labels for the handling of items that are out of stock. */
export const modes = wordsOf<PromiseMode>({
  backorder: 'Backorder what is missing',
  strict: 'Refuse the order if anything is missing',
  cancel_rest: 'Cancel what is missing',
})

export const modeOptions = Object.entries(modes).map(([value, label]) => ({ value, label }))

export const priorityOptions = Array.from({ length: 10 }, (_, i) => {
  const value = String(9 - i)
  return { value, label: value === '5' ? '5 (normal)' : value }
})

/** A moment as a field of the browser holds it; empty for none. */
export function toLocalTime(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Labels of order events, by event type. */
export const stepWords: Record<string, string> = {
  'order.created': 'Created',
  'order.updated': 'Changed',
  'order.confirmed': 'Confirmed',
  'order.held': 'Put on hold',
  'order.hold_released': 'Hold released',
  'order.released': 'Released for picking',
  'order.unreleased': 'Unreleased',
  'order.picking_started': 'Picking started',
  'fulfillment.picked': 'Picked',
  'fulfillment.packed': 'Packed',
  'order.partially_shipped': 'Partly shipped',
  'order.shipped': 'Shipped',
  'order.shipment_voided': 'Shipment voided',
  'order.cancelled': 'Cancelled',
  'order.line_cancelled': 'Quantity cancelled',
  'order.completed': 'Completed',
  'order.closed_short': 'Closed short',
  'order.backordered': 'Backordered',
  'fulfillment.picks_withdrawn': 'Picks taken away',
  'order.unreserved': 'Reserved stock given to another order',
  'backorder.promised': 'Backorder reserved',
  'backorder.moved': 'Backorder moved to another warehouse',
  'backorder.prioritized': 'Backorder priority changed',
}

/** 'lot L1 was recalled': why stock was taken away from an order. */
export const stoppedLotText = (lot: string, state: unknown): string =>
  `lot ${lot} was ${state === 'recalled' ? 'recalled' : 'put on hold'}`

export const fulfillmentStates = statesOf<Share>({
  none: { word: 'Not shipped', look: 'none' },
  partial: { word: 'Partly shipped', look: 'info' },
  full: { word: 'Shipped', look: 'ok' },
})

type Counted = { state: OrderState; lineCount: number; units: string }

/** '2 (5)': lines, and units without those that were cancelled, of which a cancelled order has none. */
export const itemsText = ({ state, lineCount, units }: Counted) =>
  state === 'cancelled'
    ? formatCount(lineCount)
    : `${formatCount(lineCount)} (${formatQuantity(units)})`

/** '3 of 5': units of an order that were shipped. */
export const shippedText = (shipped: string, units: string) =>
  units === '0' ? '-' : `${formatQuantity(shipped)} of ${formatQuantity(units)}`

/** 'Partially refunded': the payment state of a shop, which writes it in its own way. */
export function paymentText(state: string): string {
  const words = state.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Formats the time since `from` in its largest unit: 5 min, 3 h, 12 d. */
export function ageText(from: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(from)) / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}
