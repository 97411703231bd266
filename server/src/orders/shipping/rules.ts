import type { Share } from '@stowage/contract/orders/orders'

/** Quanta of the claims of an order: what it still gets, and what was shipped. */
export type Claimed = { open: string; shipped: string }

/** The state of an order after `quanta` more of it were shipped; below zero after a shipment was voided. */
export function shippedState(
  claimed: Claimed,
  quanta: bigint,
): { state: 'in_fulfillment' | 'partially_shipped' | 'shipped'; fulfillmentState: Share } {
  if (BigInt(claimed.shipped) + quanta === 0n)
    return { state: 'in_fulfillment', fulfillmentState: 'none' }
  return BigInt(claimed.open) === quanta
    ? { state: 'shipped', fulfillmentState: 'full' }
    : { state: 'partially_shipped', fulfillmentState: 'partial' }
}
