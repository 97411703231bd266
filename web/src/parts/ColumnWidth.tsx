import { columnWidth } from '@stowage/contract/platforms/table-settings'
import { useRef, type CSSProperties, type PointerEvent } from 'react'

const variable = (at: number) => `--column-${at}`

/** For cells: as wide as their column was made, else as wide as they need. Below 640 px they are lines of a card. */
export const sizedClass =
  'sm:w-[var(--w,var(--share,auto))] sm:max-w-[var(--w,none)] sm:min-w-[var(--w,auto)]'

/** The width of a column is said once, on the table, so that dragging changes nothing but that. */
export const widthOf = (at: number) => ({ '--w': `var(${variable(at)})` }) as CSSProperties

export const widthsOf = (widths: readonly (number | undefined)[]) =>
  Object.fromEntries(
    widths.flatMap((width, at) => (width === undefined ? [] : [[variable(at), `${width}px`]])),
  ) as CSSProperties

export const withinBounds = (width: number) =>
  Math.round(Math.min(columnWidth.most, Math.max(columnWidth.least, width)))

type Props = {
  /** Which column of the table it is. */
  at: number
  /** Undefined gives the column its usual width back. */
  onWidth: (width: number | undefined) => void
}

/** The edge of a column's head, to be dragged; pressed twice it goes back. Readers have the buttons under Columns. */
export function WidthGrip({ at, onWidth }: Props) {
  const drag = useRef<{ style: CSSStyleDeclaration; x: number; from: number; before: string }>(
    undefined,
  )
  const widthAt = ({ clientX }: PointerEvent) =>
    drag.current && withinBounds(drag.current.from + clientX - drag.current.x)
  return (
    <span
      aria-hidden
      className="absolute inset-y-0 end-0 hidden w-2 cursor-col-resize touch-none select-none hover:bg-edge active:bg-accent sm:block pointer-coarse:w-6"
      onPointerDown={({ button, clientX: x, currentTarget, pointerId }) => {
        const [head, table] = [currentTarget.closest('th'), currentTarget.closest('table')]
        if (button !== 0 || !head || !table) return
        currentTarget.setPointerCapture(pointerId)
        const { style } = table
        drag.current = {
          style,
          x,
          from: head.offsetWidth,
          before: style.getPropertyValue(variable(at)),
        }
      }}
      onPointerMove={(event) => {
        const width = widthAt(event)
        if (width !== undefined) drag.current?.style.setProperty(variable(at), `${width}px`)
      }}
      onPointerUp={(event) => {
        const width = widthAt(event)
        if (width === undefined || event.clientX === drag.current?.x) return
        drag.current = undefined
        onWidth(width)
      }}
      onLostPointerCapture={() => {
        // Let go where it was taken, or broken off.
        const { style, before } = drag.current ?? {}
        drag.current = undefined
        style?.setProperty(variable(at), before ?? '')
      }}
      onDoubleClick={() => onWidth(undefined)}
    />
  )
}
