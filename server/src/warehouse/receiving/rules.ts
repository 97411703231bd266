import { share, type Fraction } from '@stowage/contract/warehouse/quantities'

export type ReceiptState = 'open' | 'completed' | 'cancelled' | 'reversed'

/** Where a receipt can go from each state. */
export const receiptSteps: Record<ReceiptState, readonly ReceiptState[]> = {
  open: ['completed', 'cancelled'],
  completed: ['reversed'],
  cancelled: [],
  reversed: [],
}

/** What one of a unit costs, in micros, as the cost of one base unit. */
export const costOfBaseUnit = (micros: bigint, { numerator, denominator }: Fraction): bigint =>
  share(micros, denominator, numerator)
