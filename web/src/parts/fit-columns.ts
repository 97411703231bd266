import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Properties that decide how long a column stays when there is little room. */
type Fitted = { header: string; hideHeader?: boolean; wide?: true; keep?: number }

const none: readonly string[] = []

/** The later ones of the same rank go first; what names a row and what is done with it never goes. */
const rankOf = ({ keep, wide }: Fitted) => keep ?? (wide ? 1 : 2)

/** The columns that have to go so the rest is no wider than the room, by the widths they need. */
export function withoutRoom(
  columns: readonly Fitted[],
  widths: Readonly<Record<string, number>>,
  tooMuch: number,
): readonly string[] {
  const leaving = columns
    .slice(1)
    .filter(({ hideHeader }) => !hideHeader)
    .map((column, at) => ({ column, at }))
    .sort((a, b) => rankOf(a.column) - rankOf(b.column) || b.at - a.at)
  const gone: string[] = []
  let over = tooMuch
  for (const { column } of leaving) {
    if (over <= 0) break
    gone.push(column.header)
    over -= widths[column.header] ?? 0
  }
  return gone
}

/** Follows the width of an element. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const follow = () => setWidth(element.clientWidth)
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}

/**
 * The columns there is room for. Whatever changes how wide they are shows all of them again, and before
 * anything of that is seen those that do not fit are taken away. `of` is all that can change it.
 */
export function useFittingColumns<C extends Fitted>(
  columns: readonly C[],
  isCards: boolean,
  of: readonly unknown[],
) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const causes = [columns, width, isCards, ...of]
  const [seen, setSeen] = useState<readonly unknown[]>(causes)
  const [gone, setGone] = useState(none)
  if (causes.some((cause, at) => cause !== seen[at])) {
    setSeen(causes)
    setGone(none)
  }
  useLayoutEffect(() => {
    const element = frame.current
    const table = element?.querySelector('table')
    if (isCards || !element || !table) return
    const heads = [...table.querySelectorAll<HTMLElement>('th[data-column]')]
    const widths = Object.fromEntries(
      heads.map((head) => [head.dataset['column'] ?? '', head.offsetWidth]),
    )
    const tooMuch = table.offsetWidth - element.clientWidth
    if (tooMuch > 0) setGone(withoutRoom(columns, widths, tooMuch))
    // Once for each cause, with all columns shown: what is left fits.
  }, [columns, isCards, seen])
  // Text that is spaced or enlarged while the page is open makes columns wider by itself.
  useLayoutEffect(() => {
    const element = frame.current
    const table = element?.querySelector('table')
    if (isCards || !element || !table) return
    let before = table.offsetWidth
    const observer = new ResizeObserver(() => {
      const now = table.offsetWidth
      if (now > before && now > element.clientWidth) setSeen(none)
      before = now
    })
    observer.observe(table)
    return () => observer.disconnect()
  }, [isCards, seen])
  const shown = gone.length === 0 ? columns : columns.filter(({ header }) => !gone.includes(header))
  return { frame, shown, gone }
}
