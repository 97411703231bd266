import { useLayoutEffect, useState, type RefObject } from 'react'
import { placesOf, windowOf, type Size, type Spot } from './spots.ts'

/* Pixels of the grid: fixed, so what is not seen need not be drawn to know where it would be. */

export const isTouched = matchMedia('(pointer: coarse)').matches
export const rowHeight = isTouched ? 44 : 40
export const headHeight = 48
export const columnWidth = 104
/** So much is drawn beyond what is seen, so a moderate scroll shows no gap. */
const more = { rows: 6, columns: 2 }

/**
 * Returns the visible part of the grid: the rows, and the columns to render, including the focused cell `at`.
 * Columns are text, which keeps unchanged rows from rendering again.
 */
export function useGridView(scroller: RefObject<HTMLElement | null>, size: Size, at: Spot) {
  const [view, setView] = useState({ top: 0, left: 0, width: 0, height: 0 })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const measure = () =>
      setView({
        top: box.scrollTop,
        left: box.scrollLeft,
        width: box.clientWidth,
        height: box.clientHeight,
      })
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(box)
    box.addEventListener('scroll', measure, { passive: true })
    return () => {
      watch.disconnect()
      box.removeEventListener('scroll', measure)
    }
  }, [scroller])

  const headWidth = view.width > 0 && view.width < 560 ? 120 : 208
  const down = { offset: view.top, extent: view.height - headHeight }
  const across = { offset: view.left, extent: view.width - headWidth }
  return {
    headWidth,
    rows: placesOf(windowOf(down, rowHeight, size.rows, more.rows), at.row),
    columns: placesOf(windowOf(across, columnWidth, size.columns, more.columns), at.column).join(),
    /** How far PageUp and PageDown lead. */
    pageRows: Math.max(1, Math.floor(down.extent / rowHeight) - 1),
  }
}

/** The columns of a view. */
export const columnsIn = (columns: string): number[] => columns.split(',').map(Number)

/** Scrolls as little as needed to see a cell beside the headings, which stand before what is scrolled. */
export function reveal(box: HTMLElement, { row, column }: Spot, headWidth: number) {
  const [top, left] = [row * rowHeight, column * columnWidth]
  const lowest = top + rowHeight + headHeight - box.clientHeight
  const rightmost = left + columnWidth + headWidth - box.clientWidth
  box.scrollTop = Math.min(Math.max(box.scrollTop, lowest), top)
  box.scrollLeft = Math.min(Math.max(box.scrollLeft, rightmost), left)
}

/** The cell something belongs to, unless it is the field in it. */
export function spotOf(target: EventTarget): Spot | undefined {
  if (!(target instanceof Element) || target instanceof HTMLInputElement) return undefined
  const text = target.closest<HTMLElement>('[data-spot]')?.dataset['spot']
  const [row, column] = text?.split(' ').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}

/** A cell that is left keeps what is typed into it; another window would begin without. */
export function leaveCell() {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && activeElement.closest('[role=grid]'))
    activeElement.blur()
}
