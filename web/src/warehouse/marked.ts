import { formatCount } from '../format.ts'
import type { Selection } from '../parts/selection.ts'

type Marked = Pick<Selection, 'chosen' | 'isAll' | 'total'>

/** A page of what a list shows, as ids. Reads as many rows as a page can have. */
export type ReadIds = (
  cursor: string | undefined,
) => Promise<{ ids: string[]; next: string | null }>

/** How many rows are marked, as far as they were counted. */
export const countOf = ({ chosen, isAll, total }: Marked) => (isAll ? (total ?? 0) : chosen.size)

const tooMany = (most: number) => `Select at most ${formatCount(most)} lines for this.`

/** Why an action that takes only so many rows cannot be done with those that are marked. */
export const whyNotThese = (selection: Marked, most: number) =>
  countOf(selection) > most ? tooMany(most) : undefined

/** The ids of all that is marked. Of all that match, it is asked first which those are. */
export async function idsOf(
  { chosen, isAll }: Marked,
  read: ReadIds,
  most: number,
  refusal = tooMany(most),
): Promise<string[]> {
  if (!isAll) return [...chosen]
  const found: string[] = []
  for (let cursor: string | undefined; ;) {
    const { ids, next } = await read(cursor)
    found.push(...ids)
    // Others may have added some since they were counted.
    if (found.length > most) throw new Error(refusal)
    if (next === null) return found
    cursor = next
  }
}
