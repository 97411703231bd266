import {
  Fragment,
  useEffect,
  useId,
  useMemo,
  useState,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { Button } from '../ui/Button.tsx'
import { Bar } from '../ui/Skeleton.tsx'
import { useNarrow } from '../ui/wide.ts'
import { useFittingColumns } from './fit-columns.ts'
import { useCommands } from './keys.ts'
import { rowMark, useRowKeys } from './rows.ts'
import { CheckAll, CheckRow, useSelectKey } from './SelectCells.tsx'
import type { Selection } from './selection.ts'
import { SortButton, sortedAs, type Sorting } from './sorting.tsx'

export type Column<Row> = {
  /** Unique in the table; the word above the column, by which members arrange it too. */
  header: string
  /** Instead of the word, where more belongs above the column than its name. */
  title?: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** A column without a header of its own keeps its name for readers. */
  hideHeader?: boolean
  /** Sort key of the column, if the list can be sorted by it. */
  sort?: string
  /** Left out of cards, which hold what names a row, its state and three values. */
  wide?: true
  /** Where it stands on a card; without a place it is a line with its name. */
  card?: CardPlace
  /** Takes the room that others leave, and needs at least what this class says; longer words are cut. */
  grow?: `sm:min-w-${number}`
  /** The higher, the longer it stays where there is little room: 1 for `wide` ones, else 2. */
  keep?: number
}

type Props<Row> = {
  /** Names the table, in words. */
  caption: ReactNode
  /** Constant, or the table is built anew with every render. The first column names the row. */
  columns: readonly Column<Row>[]
  /** Undefined until the first page has arrived. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Shown instead of the table when there is not a single row. */
  empty: ReactNode
  /** Newer rows are on their way; those shown stay where they are. */
  busy?: boolean
  /** Rows can be marked; `name` says which row a box belongs to. */
  selection?: Selection & { name: (row: Row) => string }
  /** More about one row, opened below it. */
  details?: (row: Row) => ReactNode
  /** The words of the button that opens it, and closes it again. */
  detailsWords?: readonly [open: string, close: string]
  pager?: ReactNode
  /** The order of the rows, where it can be chosen. */
  sorting?: Sorting | undefined
  /** The caption stands elsewhere, and is only heard here. */
  hideCaption?: boolean
  /** Its columns are not known yet, and rows that have come wait for them. */
  waits?: boolean
  /** Told the columns that are left out because there is no room for them. */
  onNoRoom?: (headers: readonly string[]) => void
}

/** The one table. Below 640 px each row is a card whose lines wrap; the roles keep it a table for readers. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { caption, rowId, empty, busy = false, details, pager, selection, onNoRoom } = props
  const { detailsWords: [more, less] = ['More', 'Less'], hideCaption = false } = props
  const { waits = false, sorting } = props
  const rows = waits ? undefined : props.rows
  const captionId = useId()
  const [open, setOpen] = useState<string>()
  const narrow = useNarrow()
  const isDrawn = narrow === undefined
  const { frame, shown, gone } = useFittingColumns(props.columns, narrow ?? false, [
    rows,
    selection === undefined,
  ])
  const columns = narrow ? props.columns : shown
  useEffect(() => onNoRoom?.(gone), [gone, onNoRoom])
  const places = useMemo(() => cardPlaces(columns), [columns])
  useRowKeys()
  useSelectKey(selection !== undefined)
  useDetailKeys(open, setOpen, details ? (rows ?? []).map(rowId) : [])

  if (props.rows?.length === 0) return empty
  const width = columns.length + (details ? 1 : 0) + (selection ? 1 : 0)
  const growing = columns.filter(({ grow }) => grow).length
  /** Columns that are not as wide as they need share the room that is left. */
  const sized = ({ grow, hideHeader }: Column<Row>) =>
    hideHeader ? 'sm:w-10' : grow ? shares[growing] : ''
  return (
    <div className="grid">
      <div ref={frame} role="region" aria-labelledby={captionId} className="card @container list">
        <table
          role="table"
          aria-busy={busy || rows === undefined}
          className={`w-full text-sm max-sm:block ${busy ? 'opacity-60' : ''}`}
        >
          <caption
            id={captionId}
            className={
              hideCaption ? 'sr-only' : 'px-3 py-1.5 text-start text-sm text-muted max-sm:block'
            }
          >
            {caption}
          </caption>
          <thead role="rowgroup" className={selection ? 'max-sm:block' : 'max-sm:sr-only'}>
            <tr role="row" className="max-sm:block">
              {selection && <CheckAll selection={selection} />}
              {columns.map((column) => {
                const { header, title = header, align, hideHeader, sort, wide } = column
                return (
                  <th
                    key={header}
                    role="columnheader"
                    scope="col"
                    data-column={header}
                    // Readers say it with every cell; what pressing does is said at the button.
                    aria-label={sort && sorting && !narrow ? header : undefined}
                    aria-sort={sortedAs(sort, sorting)}
                    className={`${wide ? 'max-sm:hidden' : 'max-sm:sr-only'} ${sized(column)} ${align === 'end' ? 'text-end' : 'text-start'}`}
                  >
                    {hideHeader ? (
                      <span className="sr-only">{header}</span>
                    ) : sort && sorting && !narrow ? (
                      <SortButton by={sort} header={header} sorting={sorting} isDrawn={isDrawn} />
                    ) : narrow ? (
                      // Cards have no heads to see, and nothing in them may take the focus.
                      header
                    ) : (
                      title
                    )}
                  </th>
                )
              })}
              {details && (
                <th role="columnheader" scope="col" className="w-16 max-sm:sr-only">
                  <span className="sr-only">{more}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-sm:block">
            {rows === undefined && <Waiting width={width} />}
            {rows?.map((row) => {
              const id = rowId(row)
              return (
                <Fragment key={id}>
                  <tr {...rowMark(id)} role="row">
                    {selection && (
                      <CheckRow id={id} name={selection.name(row)} selection={selection} />
                    )}
                    {columns.map((column, index) => {
                      const { align, grow, header, hideHeader, wide } = column
                      const first = index === 0
                      const Cell = first ? 'th' : 'td'
                      return (
                        <Cell
                          key={header}
                          {...(first ? { role: 'rowheader', scope: 'row' } : { role: 'cell' })}
                          data-card={places[index]}
                          className={`${sized(column)} ${wide ? 'max-sm:hidden' : ''} ${align === 'end' ? 'text-end' : 'text-start'}`}
                        >
                          <span aria-hidden className="name">
                            {header}
                          </span>
                          {hideHeader ? (
                            column.cell(row)
                          ) : (
                            <div
                              className={
                                grow ? `cut sm:contain-inline-size ${grow}` : 'cut sm:max-w-72'
                              }
                              onPointerEnter={sayWhole}
                            >
                              {column.cell(row)}
                            </div>
                          )}
                        </Cell>
                      )
                    })}
                    {details && (
                      <td role="cell" data-card="menu" className="text-end">
                        <Button
                          look="quiet"
                          className="min-h-8! px-2!"
                          aria-expanded={open === id}
                          onClick={() => setOpen(open === id ? undefined : id)}
                        >
                          {open === id ? less : more}
                        </Button>
                      </td>
                    )}
                  </tr>
                  {details && open === id && (
                    <tr role="row" className="details bg-bg">
                      <td role="cell" colSpan={width}>
                        {/* As wide as what is seen of the table. */}
                        <div className="@container w-[100cqw] p-4">{details(row)}</div>
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </div>
      {/* Out of sight until it has its place below the rows: there are more of them than are waited for, or fewer. */}
      <div className={rows === undefined ? 'invisible' : ''}>{pager}</div>
    </div>
  )
}

/** Width class of each growing column, by the number of columns that share the free space. */
const shares: Record<number, string> = {
  1: 'sm:w-full',
  2: 'sm:w-1/2',
  3: 'sm:w-1/3',
}

/** Words that are cut are shown whole to whoever points at them. */
function sayWhole({ currentTarget: cell }: PointerEvent<HTMLElement>) {
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText
  else cell.removeAttribute('title')
}

/** The columns that a list can be ordered by. */
export const sortableOf = (columns: readonly Column<never>[]) =>
  columns.flatMap(({ header, sort }) => (sort ? [{ by: sort, header }] : []))

/** With the details of a row open, those of its neighbours are a key away. */
function useDetailKeys(
  open: string | undefined,
  setOpen: (id: string) => void,
  ids: readonly string[],
) {
  const show = (by: 1 | -1) => () => {
    const next = ids[ids.indexOf(open ?? '') + by]
    if (next !== undefined) setOpen(next)
  }
  const page = { section: 'On this page', keysOnly: true } as const
  const isOpen = open !== undefined && ids.includes(open)
  useCommands(
    isOpen
      ? [
          { ...page, name: 'Details of the next row', keys: ']', run: show(1) },
          { ...page, name: 'Details of the previous row', keys: '[', run: show(-1) },
        ]
      : [],
  )
}

/** Ten rows of the size of those that come. */
function Waiting({ width }: { width: number }) {
  return Array.from({ length: 10 }, (_, row) => (
    <tr key={row} role="row">
      {Array.from({ length: width }, (_, cell) => (
        <td key={cell} role="cell" {...(cell > 0 && { 'data-card': 'hidden' })}>
          <Bar className="h-4 w-24 max-w-full" />
        </td>
      ))}
    </tr>
  ))
}

/**
 * On a card: what names the row and, at its end, its number; below, at most three values and, at their
 * end, the state. `menu` is what is done with the row.
 */
type CardPlace = 'title' | 'number' | 'state' | 'value'

type Placed = { card?: CardPlace; wide?: true; hideHeader?: boolean }

const values = ['value1', 'value2', 'value3'] as const

/** Where each cell of a row stands on its card. The first names the row unless another does. */
function cardPlaces(columns: readonly Placed[]): string[] {
  const isNamed = columns.some(({ card }) => card === 'title')
  let taken = 0
  return columns.map(({ card, wide, hideHeader }, at) => {
    if (hideHeader) return 'menu'
    if (at === 0 && !isNamed) return 'title'
    if (card !== 'value') return card ?? 'line'
    // A card has room for three; those that come after them have a line each.
    return wide ? 'line' : (values[taken++] ?? 'line')
  })
}
