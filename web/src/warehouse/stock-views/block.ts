import { readNumber } from '@stowage/contract/numbers'
import type { NumberMarks } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import { spotsOf, type Range, type Size, type Spot } from './spots.ts'

/* What goes to a spreadsheet and comes from one: rows of cells, with tabs between them. */

/** Text to write into a cell. */
export type Entry = Spot & { text: string }

const unquoted = (cell: string) =>
  /^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell

/** Rows and cells of what was copied; spreadsheets end the last row as every other. */
export const parseBlock = (text: string): string[][] =>
  text
    .replace(/(\r\n|\n|\r)$/, '')
    .split(/\r\n|\n|\r/)
    .map((row) => row.split('\t').map((cell) => unquoted(cell.trim())))

/**
 * A quantity as a spreadsheet writes it. Where one mark may stand between thousands or before decimals,
 * as in 1,234, it is what it is to the reader. Undefined for what is no quantity.
 */
export function readPasted(text: string, { decimal }: NumberMarks): string | undefined {
  const read = readNumber(text)
  if (read.kind === 'ambiguous') return text.includes(decimal) ? read.decimal : read.grouped
  return read.kind === 'number' ? read.value : undefined
}

/** Cells as a spreadsheet takes them, numbers as the reader writes them. */
export const writeBlock = (rows: readonly (readonly string[])[], { decimal }: NumberMarks) =>
  rows
    .map((row) =>
      row
        .map((cell) => (readQuantity(cell) === undefined ? cell : cell.replace('.', decimal)))
        .join('\t'),
    )
    .join('\n')

/**
 * Returns the cells that a block pasted into a range fills: from its first cell on, or into each of its cells when
 * the block is a single one. Empty cells say nothing; `beyond` counts those the grid has no place for.
 */
export function spread(
  block: readonly (readonly string[])[],
  range: Range,
  size: Size,
): { entries: Entry[]; beyond: number } {
  const [only] = block.length === 1 && block[0]?.length === 1 ? block[0] : []
  const bottom = only === undefined ? range.top + block.length - 1 : range.bottom
  const all: Entry[] = []
  for (let row = range.top; row <= bottom; row++) {
    const cells =
      only === undefined
        ? (block[row - range.top] ?? [])
        : Array.from({ length: range.right - range.left + 1 }, () => only)
    cells.forEach((text, i) => text !== '' && all.push({ row, column: range.left + i, text }))
  }
  const entries = all.filter(({ row, column }) => row < size.rows && column < size.columns)
  return { entries, beyond: all.length - entries.length }
}

/**
 * Returns the entries that filling down writes: the first row of a range into the others, or the row above
 * into a single one. Empty cells are left out.
 */
export function filledDown(
  { top, bottom, left, right }: Range,
  textAt: (spot: Spot) => string,
): Entry[] {
  const from = top === bottom ? top - 1 : top
  if (from < 0) return []
  return spotsOf({ top: from + 1, bottom, left, right })
    .map((spot) => ({ ...spot, text: textAt({ ...spot, row: from }) }))
    .filter(({ text }) => text !== '')
}

export const cells = (count: number) => (count === 1 ? '1 cell' : `${count} cells`)

type Written = {
  /** 'pasted', 'filled'; nothing for what was typed, which is seen. */
  done: string | undefined
  written: number
  unread: number
  /** Number of read-only cells skipped. `why` is the reason for the first one. */
  shut: number
  why: string | undefined
  beyond: number
}

/** Returns the result of writing several cells as text, without what is visible in the grid. */
export const wordsOf = ({ done, written, unread, shut, why, beyond }: Written): string =>
  [
    done !== undefined && `${cells(written)} ${done}.`,
    unread > 0 && `${cells(unread)} ${unread === 1 ? 'isn’t a number' : 'aren’t numbers'}.`,
    shut > 0 && `${cells(shut)} skipped. ${why}`,
    beyond > 0 && `${cells(beyond)} skipped beyond the end of the grid.`,
  ]
    .filter(Boolean)
    .join(' ')
