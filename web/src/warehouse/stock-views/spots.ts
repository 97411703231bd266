/* Where one is in the grid, and what of it is on the screen. */

/** A cell by its row and its column, both counted from 0. */
export type Spot = { row: number; column: number }
export type Size = { rows: number; columns: number }
/** From `anchor`, where the selecting began, to `at`, which has the focus. */
export type Selected = { anchor: Spot; at: Spot }
export type Range = { top: number; bottom: number; left: number; right: number }

const within = (place: number, count: number) => Math.max(0, Math.min(place, count - 1))

/** The nearest cell there is. */
export const clamped = ({ row, column }: Spot, { rows, columns }: Size): Spot => ({
  row: within(row, rows),
  column: within(column, columns),
})

export const rangeOf = ({ anchor, at }: Selected): Range => ({
  top: Math.min(anchor.row, at.row),
  bottom: Math.max(anchor.row, at.row),
  left: Math.min(anchor.column, at.column),
  right: Math.max(anchor.column, at.column),
})

/** All cells of a range, row by row. */
export function spotsOf({ top, bottom, left, right }: Range): Spot[] {
  const columns = Array.from({ length: right - left + 1 }, (_, i) => left + i)
  return Array.from({ length: bottom - top + 1 }, (_, i) => top + i).flatMap((row) =>
    columns.map((column) => ({ row, column })),
  )
}

/** Returns the cell a key moves to, a page being so many rows; undefined for other keys. */
export function stepFrom(
  { row, column }: Spot,
  { key, mod }: { key: string; mod: boolean },
  size: Size,
  page: number,
): Spot | undefined {
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  const steps: Record<string, Spot> = {
    ArrowUp: { row: mod ? 0 : row - 1, column },
    ArrowDown: { row: mod ? lastRow : row + 1, column },
    ArrowLeft: { row, column: mod ? 0 : column - 1 },
    ArrowRight: { row, column: mod ? lastColumn : column + 1 },
    Home: { row: mod ? 0 : row, column: 0 },
    End: { row: mod ? lastRow : row, column: lastColumn },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  }
  const step = steps[key]
  return step && clamped(step, size)
}

/** The next cell of the row for Tab, the one before for Shift+Tab; undefined where Tab leaves the grid. */
export function tabFrom({ row, column }: Spot, back: boolean, { columns }: Size): Spot | undefined {
  const next = back ? column - 1 : column + 1
  return next < 0 || next >= columns ? undefined : { row, column: next }
}

/**
 * Returns the range of `count` things of `each` pixels that is visible in `extent` pixels from `offset` on, with `more`
 * on both sides. `last` is below `first` where there is nothing.
 */
export function windowOf(
  { offset, extent }: { offset: number; extent: number },
  each: number,
  count: number,
  more: number,
): { first: number; last: number } {
  return {
    first: Math.max(0, Math.min(Math.floor(offset / each), count - 1) - more),
    last: Math.min(count - 1, Math.ceil((offset + extent) / each) - 1 + more),
  }
}

/** The places of a window, and `kept`, which has the focus and must not go, in their order. */
export function placesOf({ first, last }: { first: number; last: number }, kept: number): number[] {
  const seen = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
  if (kept < first) return [kept, ...seen]
  return kept > last ? [...seen, kept] : seen
}
