import type { GridItem, GridPlace } from '@stowage/contract/warehouse/stock'
import {
  useCallback,
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
import { formatCount, numberMarks } from '../../format.ts'
import { readQuantity, withoutZeros } from '../../quantity.ts'
import { Button } from '../../ui/Button.tsx'
import { statusWords } from '../places/words.ts'
import { filledDown, parseBlock, readPasted, spread, writeBlock, type Entry } from './block.ts'
import { keyOf, mostSent, problemOf, typedInto, type Edits } from './edits.ts'
import { CellFacts } from './CellFacts.tsx'
import { cellId, columnWidth, GridRow, type OnHand, type Typing } from './GridRow.tsx'
import {
  clamped,
  placesOf,
  rangeOf,
  spotsOf,
  stepFrom,
  tabFrom,
  windowOf,
  type Selected,
  type Spot,
} from './spots.ts'

const isTouched = matchMedia('(pointer: coarse)').matches
const rowHeight = isTouched ? 44 : 40
const headHeight = 48
/** So much is drawn beyond what is seen, so that a moderate scroll shows no gap. */
const more = { rows: 6, columns: 2 }

type Props = {
  items: readonly GridItem[]
  places: readonly GridPlace[]
  /** The places of the first row and column in the whole list, from 0, and its length. */
  offset: { rows: number; columns: number }
  total: { rows: number | null; columns: number | null }
  onHand: OnHand
  edits: Edits
  whyNot: (item: GridItem, place: GridPlace) => string | undefined
  /** Nothing of it can be changed. */
  isReadOnly: boolean
  onEdits: (edits: Edits) => void
  onUndo: () => void
  onRedo: () => void
  /** Something for everybody to know that no cell shows. */
  onSay: (words: string) => void
  /** What else can be done, beside the tools of the grid itself. */
  children: ReactNode
}

/** How much of each item is in each place, to be typed over: `role="grid"`, and all its keys. */
export function GridTable(props: Props) {
  const { items, places, onHand, edits, whyNot, onEdits, onSay } = props
  const grid = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<Selected>({
    anchor: { row: 0, column: 0 },
    at: { row: 0, column: 0 },
  })
  const [typing, setTyping] = useState<Typing>()
  const [view, setView] = useState({ top: 0, left: 0, width: 0, height: 0 })
  /** The focus is to follow the cell once it is drawn. */
  const follows = useRef(false)
  /** After Escape the next Tab leaves the grid, wherever in it one is. */
  const leaves = useRef(false)

  const size = useMemo(() => ({ rows: items.length, columns: places.length }), [items, places])
  const at = clamped(selected.at, size)
  const range = rangeOf({ anchor: clamped(selected.anchor, size), at })
  const headWidth = view.width > 0 && view.width < 560 ? 120 : 208
  const seenHeight = view.height - headHeight
  const pageRows = Math.max(1, Math.floor(seenHeight / rowHeight) - 1)
  const rows = placesOf(
    windowOf({ offset: view.top, extent: seenHeight }, rowHeight, size.rows, more.rows),
    at.row,
  )
  const across = placesOf(
    windowOf(
      { offset: view.left, extent: view.width - headWidth },
      columnWidth,
      size.columns,
      more.columns,
    ),
    at.column,
  )
  // The same array for the same columns, so that rows which did not change are not drawn again.
  const shown = across.join()
  const columns = useMemo(() => shown.split(',').map(Number), [shown])

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
  }, [])

  useLayoutEffect(() => {
    if (!follows.current) return
    follows.current = false
    const box = scroller.current
    if (box) reveal(box, at, headWidth)
    if (!typing)
      document.getElementById(cellId(grid, at.row, at.column))?.focus({ preventScroll: true })
  })

  const cellAt = useCallback(
    ({ row, column }: Spot) => {
      const [item, place] = [items[row], places[column]]
      if (!item || !place) return undefined
      const subject = {
        ...{ variantId: item.variantId, sku: item.sku, unit: item.unit, scale: item.qtyScale },
        ...{ locationId: place.id, location: place.code },
      }
      const key = keyOf(subject)
      return { key, subject, present: onHand.get(key), why: whyNot(item, place) }
    },
    [items, places, onHand, whyNot],
  )
  const textAt = (spot: Spot) => {
    const cell = cellAt(spot)
    if (!cell) return ''
    return withoutZeros(edits[cell.key]?.typed ?? cell.present ?? '')
  }

  /** Puts these into their cells, as far as they can be typed into, and says what became of them. */
  const write = (
    entries: readonly Entry[],
    { done, beyond = 0 }: { done?: string; beyond?: number },
  ) => {
    const all = entries.flatMap(({ text: typed, ...spot }) => {
      const cell = cellAt(spot)
      if (!cell) return []
      const present = edits[cell.key]?.now ?? cell.present ?? '0'
      return [{ ...cell, present, typed }]
    })
    const open = all.filter(({ why }) => why === undefined)
    const next = typedInto(edits, open)
    if (Object.keys(next).length > mostSent)
      return onSay(
        `At most ${formatCount(mostSent)} changes go together. Nothing was ${done ?? 'changed'}.`,
      )
    if (next !== edits) onEdits(next)
    const unread = open.filter(({ key }) => next[key] && problemOf(next[key]) !== undefined).length
    const shut = all.length - open.length
    onSay(
      [
        done !== undefined && `${cells(open.length)} ${done}.`,
        unread > 0 && `${cells(unread)} cannot be read.`,
        shut > 0 && `${cells(shut)} left alone. ${all.find(({ why }) => why !== undefined)?.why}`,
        beyond > 0 && `${cells(beyond)} left out: the grid ends before them.`,
      ]
        .filter(Boolean)
        .join(' '),
    )
  }

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
    if (key === 'Enter' && !mod)
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
        isLeaving && !mod && !shiftKey ? stepFrom(at, { key, mod }, size, pageRows) : undefined
      if (next)
        take(() => {
          commit()
          moveTo(next)
        })
      return
    }
    const step = stepFrom(at, { key, mod }, size, pageRows)
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
      take(() => onSay('Nothing was taken away. Type 0 where nothing is left.'))
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
  const width = headWidth + size.columns * columnWidth
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
        aria-label="Stock by item and place"
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
        <div role="rowgroup" className="sticky top-0 z-20 w-max min-w-full">
          <div
            role="row"
            aria-rowindex={1}
            className="relative border-b border-edge bg-surface text-sm"
            style={{ width, height: headHeight }}
          >
            <div
              role="columnheader"
              aria-colindex={1}
              className="sticky start-0 z-10 grid h-full content-center border-e border-edge bg-surface px-2 font-semibold"
              style={{ width: headWidth }}
            >
              Item
            </div>
            {columns.map((column) => {
              const place = places[column]
              if (!place) return null
              return (
                <div
                  key={place.id}
                  role="columnheader"
                  aria-colindex={props.offset.columns + column + 2}
                  className="absolute inset-y-0 grid content-center border-e border-line px-2 text-end"
                  style={{ left: headWidth + column * columnWidth, width: columnWidth }}
                >
                  <span className="truncate font-mono font-semibold" title={place.code}>
                    {place.code}
                  </span>
                  <span className="truncate text-xs text-muted">
                    {place.status === 'active' ? place.zoneCode : statusWords[place.status]}
                  </span>
                </div>
              )
            })}
          </div>
        </div>
        <div
          role="rowgroup"
          className="relative w-max min-w-full"
          style={{ width, height: size.rows * rowHeight }}
        >
          {rows.map((row) => {
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
                columns={columns}
                headWidth={headWidth}
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
  'Arrows move, with Shift they select. Type a quantity, Enter goes down, Tab to the right. Escape and then Tab leaves the grid.'

const cells = (count: number) => (count === 1 ? '1 cell' : `${count} cells`)

/** The cell something belongs to, unless it is the field in it. */
function spotOf(target: EventTarget): Spot | undefined {
  if (!(target instanceof Element) || target instanceof HTMLInputElement) return undefined
  const text = target.closest<HTMLElement>('[data-spot]')?.dataset['spot']
  const [row, column] = text?.split(' ').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}

/** Scrolls as little as needed to see a cell beside the headings, which stand before what is scrolled. */
function reveal(box: HTMLElement, { row, column }: Spot, headWidth: number) {
  const [top, left] = [row * rowHeight, column * columnWidth]
  const lowest = top + rowHeight + headHeight - box.clientHeight
  const rightmost = left + columnWidth + headWidth - box.clientWidth
  box.scrollTop = Math.min(Math.max(box.scrollTop, lowest), top)
  box.scrollLeft = Math.min(Math.max(box.scrollLeft, rightmost), left)
}
