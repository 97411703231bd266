import {
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { numberMarks } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import { Button } from '../../ui/Button.tsx'
import { cells, filledDown, parseBlock, readPasted, spread, writeBlock } from './block.ts'
import { cellsOf, type Sheet } from './cells.ts'
import { CellFacts } from './CellFacts.tsx'
import { columnWidth, isTouched, reveal, rowHeight, spotOf, useGridView } from './grid-view.ts'
import { GridHead } from './GridHead.tsx'
import { cellId, GridRow, type Typing } from './GridRow.tsx'
import { clamped, rangeOf, spotsOf, stepFrom, tabFrom, type Selected, type Spot } from './spots.ts'

type Props = Sheet & {
  /** The places of the first row and column in the whole list, from 0, and its length. */
  offset: { rows: number; columns: number }
  total: { rows: number | null; columns: number | null }
  /** Nothing of it can be changed. */
  isReadOnly: boolean
  onUndo: () => void
  onRedo: () => void
  /** Further actions, beside the tools of the grid itself. */
  children: ReactNode
}

/** Grid of the quantity of each item in each location, which can be typed over: `role="grid"`, and all its keys. */
export function GridTable(props: Props) {
  const { items, places, onHand, edits, whyNot, onSay } = props
  const grid = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<Selected>({
    anchor: { row: 0, column: 0 },
    at: { row: 0, column: 0 },
  })
  const [typing, setTyping] = useState<Typing>()

  /** The focus is to follow the cell once it is drawn. */
  const follows = useRef(false)
  /** After Escape the next Tab leaves the grid, wherever in it one is. */
  const leaves = useRef(false)

  const size = useMemo(() => ({ rows: items.length, columns: places.length }), [items, places])
  const at = clamped(selected.at, size)
  const view = useGridView(scroller, size, at)
  const range = rangeOf({ anchor: clamped(selected.anchor, size), at })
  useLayoutEffect(() => {
    if (!follows.current) return
    follows.current = false
    const box = scroller.current
    if (box) reveal(box, at, view.headWidth)
    if (!typing)
      document.getElementById(cellId(grid, at.row, at.column))?.focus({ preventScroll: true })
  })

  const { cellAt, textAt, write } = cellsOf(props)

  const moveTo = (spot: Spot, isRange = false) => {
    follows.current = true
    leaves.current = false
    setSelected({ at: spot, anchor: isRange ? clamped(selected.anchor, size) : spot })
  }
  const edit = (start: string, over: boolean) => {
    const why = cellAt(at)?.why
    if (why !== undefined) return onSay(why)
    onSay('')
    follows.current = true
    setSelected({ anchor: at, at })
    setTyping({ start, over })
  }
  /** Takes what stands in the field, which then goes. */
  const commit = () => {
    const text = scroller.current?.querySelector('input')?.value.trim()
    setTyping(undefined)
    if (!typing || text === undefined || text === '' || (!typing.over && text === typing.start))
      return
    write([{ ...at, text: readQuantity(text) ?? text }], {})
  }
  const fillDown = () => write(filledDown(range, textAt), { done: 'filled' })

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, altKey } = event
    const mod = event.ctrlKey || event.metaKey
    if (event.nativeEvent.isComposing || altKey) return
    const take = (run: () => void) => {
      event.preventDefault()
      run()
    }
    if (key === 'Tab') {
      const next = leaves.current ? undefined : tabFrom(at, shiftKey, size)
      commit()
      if (next) take(() => moveTo(next))
      return
    }
    // The page reviews the changes, this one among them.
    if (key === 'Enter' && mod) return flushSync(commit)
    if (key === 'Enter')
      return take(() => {
        commit()
        moveTo(clamped({ ...at, row: at.row + (shiftKey ? -1 : 1) }, size))
      })
    if (key === 'Escape')
      return take(() => {
        setTyping(undefined)
        moveTo(at)
        leaves.current = typing === undefined
      })
    if (typing) {
      const isLeaving =
        /^Arrow(Up|Down)$/.test(key) || (typing.over && /^Arrow(Left|Right)$/.test(key))
      const next =
        isLeaving && !mod && !shiftKey ? stepFrom(at, { key, mod }, size, view.pageRows) : undefined
      if (next)
        take(() => {
          commit()
          moveTo(next)
        })
      return
    }
    const step = stepFrom(at, { key, mod }, size, view.pageRows)
    if (step) return take(() => moveTo(step, shiftKey))
    if (mod) {
      const letter = key.toLowerCase()
      if (letter === 'd') take(fillDown)
      else if (letter === 'z') take(shiftKey ? props.onRedo : props.onUndo)
      else if (letter === 'y') take(props.onRedo)
      else if (letter === 'a')
        take(() => {
          follows.current = true
          setSelected({
            anchor: { row: 0, column: 0 },
            at: { row: size.rows - 1, column: size.columns - 1 },
          })
        })
      return
    }
    if (key === 'F2') take(() => edit(textAt(at), false))
    else if (key === 'Delete' || key === 'Backspace')
      take(() => onSay('Nothing changed. Type 0 if none is left.'))
    // Letters stay with the shortcuts of the page: no quantity begins with one.
    else if (/^[\d.,]$/.test(key)) take(() => edit(key, true))
  }

  const onCopy = (event: ClipboardEvent) => {
    if (typing) return
    event.preventDefault()
    const lines: string[][] = []
    for (const spot of spotsOf(range)) (lines[spot.row - range.top] ??= []).push(textAt(spot))
    event.clipboardData.setData('text/plain', writeBlock(lines, numberMarks()))
    onSay(`${cells(lines.flat().length)} copied.`)
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (typing && !/[\t\r\n]/.test(text)) return
    event.preventDefault()
    setTyping(undefined)
    const marks = numberMarks()
    const { entries, beyond } = spread(parseBlock(text), range, size)
    const read = entries.map((entry) => ({
      ...entry,
      text: readPasted(entry.text, marks) ?? entry.text,
    }))
    write(read, { done: 'pasted', beyond })
    const [last] = entries.toSorted((a, b) => b.row - a.row || b.column - a.column)
    follows.current = true
    if (last && entries.length > 1)
      setSelected({ anchor: { row: range.top, column: range.left }, at: last })
  }

  const onMouseDown = (event: MouseEvent) => {
    const spot = spotOf(event.target)
    if (!spot || event.button !== 0) return
    // The focus is put by us, and a field that is left keeps what was typed.
    event.preventDefault()
    commit()
    const isAgain = isTouched && spot.row === at.row && spot.column === at.column
    moveTo(spot, event.shiftKey)
    if (isAgain && !typing) edit(textAt(spot), false)
  }
  const onMouseOver = (event: MouseEvent) => {
    const spot = event.buttons === 1 && !typing && !isTouched ? spotOf(event.target) : undefined
    if (spot && (spot.row !== at.row || spot.column !== at.column)) moveTo(spot, true)
  }

  const [rowCount, columnCount] = [props.total.rows ?? -2, props.total.columns ?? -2]
  const width = view.headWidth + size.columns * columnWidth
  const here = cellAt(at)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          onClick={() => {
            fillDown()
            moveTo(at, true)
          }}
        >
          Fill down
        </Button>
        {props.children}
      </div>
      <p id={`${grid}-help`} className="sr-only">
        {help}
      </p>
      <div
        ref={scroller}
        role="grid"
        aria-label="Stock by item and location"
        aria-describedby={`${grid}-help`}
        aria-rowcount={rowCount + 1}
        aria-colcount={columnCount + 1}
        aria-multiselectable
        {...(props.isReadOnly && { 'aria-readonly': true })}
        className="card relative max-h-[max(70dvh,16rem)] overflow-auto overscroll-contain scroll-p-0 select-none"
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPaste={onPaste}
        onMouseDown={onMouseDown}
        onMouseOver={onMouseOver}
        onDoubleClick={(event) => {
          if (spotOf(event.target) && !typing) edit(textAt(at), false)
        }}
        onBlur={(event) => {
          if (event.target instanceof HTMLInputElement) commit()
        }}
      >
        <GridHead
          places={places}
          columns={view.columns}
          offset={props.offset.columns}
          headWidth={view.headWidth}
          width={width}
        />
        <div
          role="rowgroup"
          className="relative w-max min-w-full"
          style={{ width, height: size.rows * rowHeight }}
        >
          {view.rows.map((row) => {
            const item = items[row]
            if (!item) return null
            const isOfRange = row >= range.top && row <= range.bottom
            return (
              <GridRow
                key={item.variantId}
                grid={grid}
                row={row}
                rowIndex={props.offset.rows + row + 2}
                firstColumn={props.offset.columns + 1}
                item={item}
                places={places}
                columns={view.columns}
                headWidth={view.headWidth}
                height={rowHeight}
                onHand={onHand}
                edits={edits}
                at={row === at.row ? at.column : undefined}
                left={isOfRange ? range.left : undefined}
                right={isOfRange ? range.right : undefined}
                typing={row === at.row ? typing : undefined}
                whyNot={whyNot}
              />
            )
          })}
        </div>
      </div>
      {here && <CellFacts {...here} edit={edits[here.key]} />}
    </>
  )
}

const help =
  'Use the arrow keys to move and Shift to select. Type a quantity, then Enter for the next row or Tab for the next column. Escape, then Tab, leaves the grid.'
