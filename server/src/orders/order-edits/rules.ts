import type { OrderState } from '@stowage/contract/orders/orders'
import type { OrderRow } from '../entry/queries.ts'

const unreleased: readonly OrderState[] = ['draft', 'confirmed', 'on_hold']
const unshipped: readonly OrderState[] = [...unreleased, 'released', 'in_fulfillment']
const open: readonly OrderState[] = [...unshipped, 'partially_shipped']

/**
 * In which states a field can change: as long as nothing left the warehouse that depends on it. Fields that are not
 * named can change before the release only.
 */
const statesOf: Partial<Record<keyof OrderRow, readonly OrderState[] | 'all'>> = {
  paymentState: 'all',
  note: 'all',
  tags: 'all',
  metadata: 'all',
  billingAddress: 'all',
  shippingAddress: unshipped,
  priority: open,
  promisedShipAt: open,
}

/** The first of these fields that can no longer change. */
export const findFixed = (
  state: OrderState,
  changed: readonly (keyof OrderRow)[],
): keyof OrderRow | undefined =>
  changed.find((name) => {
    const states = statesOf[name] ?? unreleased
    return states !== 'all' && !states.includes(state)
  })
