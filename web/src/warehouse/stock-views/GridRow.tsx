import type { GridItem, GridLocation } from '@stowage/contract/warehouse/stock-grid'
import { memo, useEffect, useRef } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import { isStale, keyOf, presentOf, problemOf, type Edit, type Edits } from './edits.ts'
import { columnsIn, columnWidth } from './grid-view.ts'

/** On-hand quantities, by `keyOf`. */
export type OnHand = ReadonlyMap<string, string>

/** State of typing in the focused cell. */
export type Typing = {
  start: string
  /** Begun by typing: the arrows leave the cell, they do not move in the text. */
  over: boolean
}

type Props = {
  grid: string
  row: number
  /** As the whole list counts them, the headings being the first. */
  rowIndex: number
  firstColumn: number
  item: GridItem
  places: readonly GridLocation[]
  /** Indexes of the rendered columns, comma-separated as in the view. */
  columns: string
  headWidth: number
  height: number
  onHand: OnHand
  edits: Edits
  /** The column of the focus where it is in this row. */
  at: number | undefined
  /** The columns of this row that are selected, from `left` to `right`; undefined for none. */
  left: number | undefined
  right: number | undefined
  typing: Typing | undefined
  /** Says why a cell can only be read; undefined for one that can be typed into. */
  whyNot: (item: GridItem, place: GridLocation) => string | undefined
}

export const cellId = (grid: string, row: number, column: number) => `${grid}-${row}-${column}`

/** One item across the places that are seen. */
export const GridRow = memo(function GridRow(props: Props) {
  const { grid, row, rowIndex, item, places, columns, headWidth, height, at } = props
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className="absolute inset-x-0 border-b border-line"
      style={{ top: row * height, height }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="sticky start-0 z-10 grid h-full content-center border-e border-edge bg-surface px-2 text-sm"
        style={{ width: headWidth }}
      >
        <span className="truncate font-medium" title={item.sku}>
          {item.sku}
        </span>
        <span className="truncate text-xs text-muted" title={item.name}>
          {item.name || item.unit}
        </span>
      </div>
      {columnsIn(columns).map((column) => {
        const place = places[column]
        if (!place) return null
        const key = keyOf({ variantId: item.variantId, locationId: place.id })
        const isAt = at === column
        const isSelected =
          column >= (props.left ?? Infinity) && column <= (props.right ?? -Infinity)
        return (
          <Cell
            key={place.id}
            id={cellId(grid, row, column)}
            spot={`${row} ${column}`}
            columnIndex={props.firstColumn + column + 1}
            left={headWidth + column * columnWidth}
            isAt={isAt}
            isSelected={isSelected}
            isReadOnly={props.whyNot(item, place) !== undefined}
            edit={props.edits[key]}
            onHand={props.onHand.get(key)}
            typing={isAt ? props.typing : undefined}
            name={`${item.sku} in ${place.code}`}
          />
        )
      })}
    </div>
  )
})

type CellProps = {
  id: string
  spot: string
  columnIndex: number
  left: number
  isAt: boolean
  isSelected: boolean
  isReadOnly: boolean
  edit: Edit | undefined
  onHand: string | undefined
  typing: Typing | undefined
  name: string
}

function Cell(props: CellProps) {
  const { isAt, isSelected, isReadOnly, edit, onHand, typing, name } = props
  const state = edit && stateOf(edit, onHand)
  const ground = state?.look ?? (isReadOnly ? 'bg-hover text-muted' : '')
  return (
    <div
      id={props.id}
      data-spot={props.spot}
      role="gridcell"
      aria-colindex={props.columnIndex}
      aria-selected={isSelected}
      {...(isReadOnly && { 'aria-readonly': true })}
      {...(state?.isWrong && { 'aria-invalid': true })}
      tabIndex={isAt ? 0 : -1}
      className={`absolute inset-y-0 grid content-center border-e border-line px-2 text-end text-sm tabular-nums outline-offset-[-2px] focus:outline-2 focus:outline-accent ${ground} ${isSelected && !isAt ? 'shadow-[inset_0_0_0_999px_color-mix(in_srgb,var(--accent),transparent_85%)]' : ''}`}
      style={{ left: props.left, width: columnWidth }}
    >
      {typing ? (
        <CellInput name={name} typing={typing} />
      ) : edit && state ? (
        <>
          <span className="truncate font-semibold">{shownOf(edit)}</span>
          <span className="truncate text-[11px] leading-3">{state.words}</span>
        </>
      ) : (
        onHand !== undefined && formatQuantity(onHand)
      )}
    </div>
  )
}

/** The typed quantity, grouped; as it was typed where it cannot be read. */
const shownOf = ({ typed }: Edit) => {
  const read = readQuantity(typed)
  return read === undefined ? typed : formatQuantity(read)
}

/** Returns the description and look of a changed cell. */
function stateOf(edit: Edit, onHand: string | undefined) {
  if (problemOf(edit) !== undefined)
    return { words: 'cannot be read', look: 'bg-bad-soft text-bad-ink', isWrong: true }
  if (isStale(edit, onHand))
    return {
      words: `was ${formatQuantity(edit.seen)}, is ${formatQuantity(presentOf(edit, onHand))} now`,
      look: 'bg-warn-soft text-warn-ink',
    }
  return { words: `was ${formatQuantity(edit.seen)}`, look: 'bg-accent-soft text-accent-ink' }
}

function CellInput({ name, typing }: { name: string; typing: Typing }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const field = input.current
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  return (
    <input
      ref={input}
      aria-label={name}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      // What a scanner types here is a code and no quantity: it is taken out again.
      data-scan="code"
      defaultValue={typing.start}
      className="absolute inset-0 w-full bg-surface px-2 text-end text-base text-text tabular-nums outline-2 outline-offset-[-2px] outline-accent"
    />
  )
}
