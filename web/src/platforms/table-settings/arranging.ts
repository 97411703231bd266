import type { Arrangement } from '@stowage/contract/platforms/table-settings'

/** Properties of a column needed to arrange it. A column without a visible header stays at the end. */
type Named = { header: string; hideHeader?: boolean; wide?: true; keep?: number }

/** A table as it is made: nothing moved, nothing left out. */
export const usual: Arrangement = { columns: [], hidden: [] }

/**
 * The columns in the order of this arrangement. The first stays first, for it names the row. Those the
 * arrangement does not know stand where they usually do, after the column they usually follow.
 */
export function arrange<C extends Named>(columns: readonly C[], { columns: order }: Arrangement) {
  const [first, ...others] = columns
  const movable = others.filter(({ hideHeader }) => !hideHeader)
  const byName = new Map(movable.map((column) => [column.header, column]))
  const arranged = order.flatMap((name) => byName.get(name) ?? [])
  movable.forEach((column, at) => {
    if (arranged.includes(column)) return
    const before = movable[at - 1]
    arranged.splice(before ? arranged.indexOf(before) + 1 : 0, 0, column)
  })
  return {
    first: first ? [first] : [],
    movable: arranged,
    last: others.filter(({ hideHeader }) => hideHeader),
  }
}

/**
 * The columns that are shown, in their order. Whoever moved one has all of them on cards too. Where there is
 * little room they leave as they always do, so hiding or moving one brings no other in its place.
 */
export function shownOf<C extends Named>(columns: readonly C[], arrangement: Arrangement): C[] {
  const { first, movable, last } = arrange(columns, arrangement)
  const asMade = arrange(columns, usual).movable
  const isMoved = movable.some((column, at) => column !== asMade[at])
  const hidden = new Set(arrangement.hidden)
  const shown = [...first, ...movable.filter(({ header }) => !hidden.has(header)), ...last]
  if (!isMoved) return shown
  return shown.map(({ wide, ...column }) =>
    wide ? ({ ...column, keep: column.keep ?? 1 } as C) : (column as C),
  )
}

/** The same things with one of them at another place. */
export function moved<T>(things: readonly T[], from: number, to: number): T[] {
  const rest = things.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...things.slice(from, from + 1), ...rest.slice(to)]
}
