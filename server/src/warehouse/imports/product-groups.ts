import { foldKey } from '@stowage/contract/folding'
import { createHash } from 'node:crypto'
import { note } from './cells.ts'
import type { ReadRow } from './kinds.ts'

/* Rows of a file that are variants of one product, by the key they share. Pure. */

/** What is said of a product once, whichever of its rows says it. */
const shared = [
  'name',
  'description',
  'brand',
  'category',
  'tags',
  'option1',
  'option2',
  'option3',
  'shelf_life_days',
  'min_days_receive',
  'min_days_ship',
] as const

export function groupKeyOf({ reading }: ReadRow): string | undefined {
  const handle = reading.cells.get('handle')
  return handle === undefined ? undefined : foldKey(handle)
}

/**
 * The rows with what their siblings say of the product they share; a row that says something else is
 * noted. `before` and `behind` are the rows around these in the file.
 */
export function withSiblings(
  before: readonly ReadRow[],
  rows: readonly ReadRow[],
  behind: readonly ReadRow[],
): ReadRow[] {
  const said = new Map<string, Map<string, string>>()
  for (const row of [...before, ...rows, ...behind]) {
    const key = groupKeyOf(row)
    if (key === undefined) continue
    const own = said.get(key) ?? new Map<string, string>()
    said.set(key, own)
    for (const field of shared) {
      const text = row.reading.cells.get(field)
      if (text !== undefined && !own.has(field)) own.set(field, text)
    }
  }
  return rows.map((row) => {
    const own = said.get(groupKeyOf(row) ?? '')
    if (!own) return row
    for (const [field, text] of own)
      if ((row.reading.cells.get(field) ?? text) !== text)
        note(
          row.reading,
          field,
          'validation_failed',
          `Another row of this product says: ${text.slice(0, 80)}`,
        )
    return { ...row, reading: { ...row.reading, cells: new Map([...own, ...row.reading.cells]) } }
  })
}

/**
 * The id a product of a file will have: the same whenever a part of its rows is written, and beginning
 * with the same moment as the file's, as ids do.
 */
export function productIdOf(importId: string, key: string): string {
  const hash = createHash('sha256').update(`${importId} ${key}`).digest('hex')
  return `${importId.slice(0, 13)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}
