import { useRef, useState } from 'react'
import type { PageReply } from './list.ts'

/** Every id from one end to the other, whichever comes first in `ids`; those unknown give none. */
export function rangeOf(ids: readonly string[], from: string, to: string): string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)]
  if (a < 0 || b < 0) return []
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/**
 * Keeps the marked rows; `ids` are those of the page. Rows marked one by one stay so when the list
 * turns or is narrowed. Everything that matches can be marked too, beyond the page: that holds for
 * what the list shows and no longer, and `scope` names what it shows.
 */
export function useSelection(
  ids: readonly string[],
  scope: string,
  { next = null, previous = null, total = null, capped = false }: Partial<PageReply> = {},
) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [whole, setWhole] = useState<string>()
  const last = useRef<string>(undefined)
  if (whole !== undefined && whole !== scope) setWhole(undefined)
  const isAll = whole === scope

  const clear = () => {
    setWhole(undefined)
    setChosen(new Set())
  }
  /** A row may call this before the last change is rendered: that change must not be lost. */
  const mark = (some: readonly string[], isOn: (before: ReadonlySet<string>) => boolean) =>
    setChosen((before) => {
      const marked = new Set(before)
      for (const id of some) {
        if (isOn(before)) marked.add(id)
        else marked.delete(id)
      }
      return marked
    })
  return {
    /** Ids of the rows selected one by one or by page; empty while all matches are selected. */
    chosen,
    isAll,
    /** How many rows are on the page, and how many match, as far as they were counted. */
    rows: ids.length,
    total,
    capped,
    hasMore: next !== null || previous !== null,
    outside: [...chosen].filter((id) => !ids.includes(id)).length,
    isWhole: ids.length > 0 && (isAll || ids.every((id) => chosen.has(id))),
    isMarked: (id: string) => isAll || chosen.has(id),
    /** With `range`, all rows from the one marked last to this one. */
    toggle: (id: string, range: boolean) => {
      if (isAll) {
        // All but one is no filter: what is left is the page.
        setWhole(undefined)
        setChosen(new Set(ids.filter((one) => one !== id)))
        return
      }
      const from = range ? last.current : undefined
      const some = from === undefined ? [] : rangeOf(ids, from, id)
      last.current = id
      mark(some.length > 0 ? some : [id], (before) => !before.has(id))
    },
    togglePage: (on: boolean) => (isAll ? clear() : mark(ids, () => on)),
    selectAll: () => {
      setChosen(new Set())
      setWhole(scope)
    },
    clear,
  }
}

export type Selection = ReturnType<typeof useSelection>

type Counts = Pick<Selection, 'isAll' | 'isWhole' | 'hasMore' | 'rows' | 'outside'> & {
  marked: number
  total: number | null
  capped: boolean
}

const matching = ({ total, capped }: Pick<Counts, 'total' | 'capped'>, format: Format) =>
  total === null ? 'matching' : `${format(total)}${capped ? '+' : ''} matching`

type Format = (count: number) => string

/** Returns the selection as text: '7 selected, 2 outside this view'. Empty if nothing is selected. */
export function selectedText(counts: Counts, format: Format): string {
  const { isAll, isWhole, hasMore, rows, outside, marked } = counts
  if (isAll) return `All ${matching(counts, format)} selected`
  if (marked === 0) return ''
  if (outside > 0) return `${format(marked)} selected, ${format(outside)} outside this view`
  if (isWhole && hasMore) return `All ${format(rows)} on this page selected`
  return `${format(marked)} selected`
}

/** The words that offer all that match, where there are more than the page shows. */
export function offerText(counts: Counts, format: Format): string | undefined {
  const { isAll, isWhole, hasMore } = counts
  if (isAll || !isWhole || !hasMore) return undefined
  return `Select all ${matching(counts, format)}`
}
