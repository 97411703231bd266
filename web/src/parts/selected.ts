import { formatCount } from '../app/format.ts'
import type { Selection } from './selection.ts'

type Selected = Pick<Selection, 'chosen' | 'isAll' | 'total'>

/** One page of what a list shows, with its filter, as many rows as a page can have. */
export type ReadPage<Row> = (
  cursor: string | undefined,
) => Promise<{ items: readonly Row[]; next: string | null }>

/** The largest page of a list, for reading all of it. */
export const wholePage = { limit: '200', count: 'none' } as const

/** Returns the number of marked rows, as far as they were counted. */
export const countOf = ({ chosen, isAll, total }: Selected) => (isAll ? (total ?? 0) : chosen.size)

const tooMany = (most: number) => `Select up to ${formatCount(most)} rows.`

/** Returns a sentence if more rows are marked than an action takes. */
export const whyNotThese = (selection: Selected, most: number) =>
  countOf(selection) > most ? tooMany(most) : undefined

/** All rows that match; it fails where they are more than `most`. */
export async function rowsOf<Row>(
  read: ReadPage<Row>,
  most: number,
  refusal = tooMany(most),
): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | undefined; ;) {
    const { items, next } = await read(cursor)
    rows.push(...items)
    // Others may have added some since they were counted.
    if (rows.length > most) throw new Error(refusal)
    if (next === null) return rows
    cursor = next
  }
}

/** The ids of all that is marked. Of all that match, it is asked first which those are. */
export const idsOf = async (
  { chosen, isAll }: Selected,
  read: ReadPage<{ id: string }>,
  most: number,
  refusal?: string,
): Promise<string[]> =>
  isAll ? (await rowsOf(read, most, refusal)).map(({ id }) => id) : [...chosen]
