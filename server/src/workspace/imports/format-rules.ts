import type { ImportFormat } from '@stowage/contract/workspace/import-kind'

/* Exports of shops and accounting systems, known by the columns that together only they have. Pure. */

/** The text under a column of the file, trimmed; empty where there is no such column. */
export type CellOf = (column: string) => string

/** Values a row of an export provides besides its mapped columns. */
export type FormatReading = {
  /** Texts by field, in place of what the columns say. */
  cells?: Readonly<Record<string, string>>
  /** Why the row is left out, in a sentence. */
  skip?: string | undefined
  /** Why its whole record is left out. */
  skipAll?: string | undefined
}

export type Format = {
  /** Columns by which the export is recognized; of several one is enough. */
  has: readonly (string | readonly string[])[]
  /** The column of each field; of several the first that is there. */
  mapping: Readonly<Record<string, string | readonly string[]>>
  read?: (cellOf: CellOf) => FormatReading
}
export type Formats = Partial<Record<ImportFormat, Format>>

/** Compares names of columns without case, blanks and marks. */
export const columnKey = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns which of these exports has such columns; the one with the most of them. */
export function recognizeFormat(
  formats: Formats | undefined,
  columns: readonly string[],
): ImportFormat | undefined {
  const keys = new Set(columns.map(columnKey))
  const found = Object.entries(formats ?? {}).filter(([, { has }]) =>
    has.every((names) => [names].flat().some((column) => keys.has(columnKey(column)))),
  )
  const [best] = found.toSorted(([, a], [, b]) => b.has.length - a.has.length)
  return best?.[0] as ImportFormat | undefined
}

/** Returns the fields of an export with the positions of their columns. */
export function formatMapping({ mapping }: Format, columns: readonly string[]) {
  const keys = columns.map(columnKey)
  const found: Record<string, number> = {}
  for (const [field, names] of Object.entries(mapping)) {
    const at = [names].flat().map((name) => keys.indexOf(columnKey(name)))
    const column = at.find((one) => one >= 0)
    if (column !== undefined) found[field] = column
  }
  return found
}

/** Returns how the cells of a row are found by the names of their columns. */
export function cellsByName(columns: readonly string[]): (cells: readonly string[]) => CellOf {
  const positions = new Map(columns.map((name, at) => [columnKey(name), at] as const).toReversed())
  return (cells) => (column) => (cells[positions.get(columnKey(column)) ?? -1] ?? '').trim()
}
