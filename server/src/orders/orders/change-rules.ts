import { canChange } from '@stowage/contract/orders/order-edits'
import type { OrderState } from '@stowage/contract/orders/orders'
import type { OrderRow } from './queries.ts'

/** The first of these fields that can no longer change. */
export const findFixed = (
  state: OrderState,
  changed: readonly (keyof OrderRow)[],
): keyof OrderRow | undefined => changed.find((name) => !canChange(name, state))
