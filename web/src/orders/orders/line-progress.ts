import type { Order } from '@stowage/contract/orders/orders'
import { isMoreThanZero, minus, sumOf } from '../../warehouse/products/quantities.ts'

type Counted = Pick<
  Order['lines'][number],
  'allocated' | 'picked' | 'packed' | 'consumed' | 'returned'
>

/** The steps of a line, the last one first. */
export type Step = 'shipped' | 'packed' | 'picked' | 'to pick'

/**
 * Returns the units of a line by step: each is counted once, in the last step it has reached. Steps without units are left
 * out. Of a kit the steps before shipping may be fractions.
 */
export function stepsOf(line: Counted): { step: Step; qty: string }[] {
  const { allocated, picked, packed, consumed } = line
  return (
    [
      { step: 'shipped', qty: consumed },
      { step: 'packed', qty: minus(packed, consumed) },
      { step: 'picked', qty: minus(picked, packed) },
      { step: 'to pick', qty: minus(sumOf(allocated, consumed), picked) },
    ] as const
  ).filter(({ qty }) => isMoreThanZero(qty))
}
