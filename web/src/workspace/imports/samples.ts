import type { ImportRow } from '@stowage/contract/workspace/imports'

const [mostValues, mostCharacters] = [3, 24]

/** Returns up to three different values of each column, of the rows that are there, without blank cells. */
export function samplesOf(
  columns: readonly string[],
  rows: readonly Pick<ImportRow, 'cells'>[],
): string[][] {
  return columns.map((_, at) => {
    const values = rows.map(({ cells }) => (cells[at] ?? '').trim())
    return [...new Set(values.filter((value) => value !== ''))].slice(0, mostValues).map(shortened)
  })
}

function shortened(value: string): string {
  const characters = [...value]
  return characters.length > mostCharacters
    ? `${characters.slice(0, mostCharacters - 1).join('')}…`
    : value
}
