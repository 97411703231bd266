import { useRef, useState } from 'react'

/** Every id from one end to the other, whichever comes first in `ids`; those unknown give none. */
export function rangeOf(ids: readonly string[], from: string, to: string): string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)]
  if (a < 0 || b < 0) return []
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/**
 * Which rows are marked; `ids` are those of the page. Rows of other pages stay marked, until the list
 * shows something else: `scope` names what it shows.
 */
export function useSelection(ids: readonly string[], scope: string) {
  const [state, setState] = useState<{ scope: string; chosen: ReadonlySet<string> }>({
    scope,
    chosen: new Set(),
  })
  const last = useRef<string>(undefined)
  const chosen = state.scope === scope ? state.chosen : new Set<string>()
  const set = (next: ReadonlySet<string>) => setState({ scope, chosen: next })
  const mark = (some: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const id of some) {
      if (on) next.add(id)
      else next.delete(id)
    }
    set(next)
  }
  return {
    chosen,
    outside: [...chosen].filter((id) => !ids.includes(id)).length,
    isWhole: ids.length > 0 && ids.every((id) => chosen.has(id)),
    /** With `range`, all rows from the one marked last to this one. */
    toggle: (id: string, range: boolean) => {
      const from = range ? last.current : undefined
      const some = from === undefined ? [] : rangeOf(ids, from, id)
      last.current = id
      mark(some.length > 0 ? some : [id], !chosen.has(id))
    },
    togglePage: (on: boolean) => mark(ids, on),
    clear: () => set(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
