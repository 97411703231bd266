import type { LineRow } from './queries.ts'

type Wanted = Pick<LineRow, 'qty' | 'cancelled'>
type Cancelled = Wanted & Pick<LineRow, 'outOfStock'>

/** Checks whether all of these lines are cancelled. */
export const hasEnded = (lines: readonly Wanted[]) =>
  lines.length > 0 && lines.every(({ qty, cancelled }) => qty === cancelled)

/** Returns why these lines ended: all of them were out of stock, or a person cancelled them. */
export const endedBy = (lines: readonly Cancelled[]): 'out_of_stock' | 'cancelled' =>
  lines.every(({ cancelled, outOfStock }) => cancelled === outOfStock)
    ? 'out_of_stock'
    : 'cancelled'
