import type { ReturnState } from '@stowage/contract/orders/returns'
import type { DispositionKind } from '@stowage/contract/orders/return-inputs'

/** The states that can follow each state of a return. */
export const returnTransitions: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['authorized', 'rejected', 'cancelled'],
  authorized: ['received', 'cancelled', 'expired'],
  received: ['inspected'],
  inspected: ['closed'],
  closed: [],
  rejected: [],
  cancelled: [],
  expired: [],
}

/** The move a disposition is, for stock that leaves; the others stay in the warehouse. */
export const leaving = {
  scrap: { kind: 'scrap', party: 'loss' },
  return_to_vendor: { kind: 'return_to_vendor', party: 'supplier' },
} as const satisfies Partial<Record<DispositionKind, unknown>>

export const isLeaving = (kind: DispositionKind): kind is keyof typeof leaving => kind in leaving

type Decided = { qty: string; dispositions: readonly { qty: string }[] }

/** Quanta of an item that no disposition says yet. */
export const undecidedOf = ({ qty, dispositions }: Decided): bigint =>
  dispositions.reduce((left, one) => left - BigInt(one.qty), BigInt(qty))
