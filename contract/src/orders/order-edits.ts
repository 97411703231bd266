import type { orderFields } from './order-inputs.ts'
import type { OrderState } from './orders.ts'

const unreleased: readonly OrderState[] = ['draft', 'confirmed', 'on_hold']
const unshipped: readonly OrderState[] = [...unreleased, 'released', 'in_fulfillment']
const open: readonly OrderState[] = [...unshipped, 'partially_shipped']

/**
 * In which states a field of an order can change: as long as nothing left the warehouse that depends on it. Fields
 * that are not named can change before the release only.
 */
const statesOf: Partial<Record<keyof typeof orderFields, readonly OrderState[] | 'all'>> = {
  paymentState: 'all',
  note: 'all',
  tags: 'all',
  metadata: 'all',
  billingAddress: 'all',
  shippingAddress: unshipped,
  priority: open,
  promisedShipAt: open,
}

/** Checks whether a field of an order can change in a state. */
export function canChange(name: string, state: OrderState): boolean {
  const states = statesOf[name as keyof typeof orderFields] ?? unreleased
  return states === 'all' || states.includes(state)
}
