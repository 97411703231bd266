import type { FulfillmentState } from '@stowage/contract/orders/fulfillments'

/** The state of a fulfillment that is released or picked once one of its lines is cancelled. */
export function stateWithout(
  before: FulfillmentState,
  others: { hasReady: boolean; hasDone: boolean } | undefined,
): FulfillmentState {
  if (others?.hasReady) return before
  return others?.hasDone ? 'picked' : 'cancelled'
}
