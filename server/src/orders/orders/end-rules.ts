import type { LineRow } from './queries.ts'

type Wanted = Pick<LineRow, 'qty' | 'cancelled'>
type Cancelled = Wanted & Pick<LineRow, 'outOfStock'>

/** Whether all of these lines are cancelled. */
export const hasEnded = (lines: readonly Wanted[]) =>
  lines.length > 0 && lines.every(({ qty, cancelled }) => qty === cancelled)

/** Whether a person cancelled what is cancelled of these lines, or all of it was out of stock. */
export const endedBy = (lines: readonly Cancelled[]): 'out_of_stock' | 'cancelled' =>
  lines.every(({ cancelled, outOfStock }) => cancelled === outOfStock)
    ? 'out_of_stock'
    : 'cancelled'
