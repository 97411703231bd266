import { tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import { Fragment, useId, useMemo, useState, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Bar } from '../ui/Skeleton.tsx'
import { useNarrow } from '../ui/wide.ts'
import { sizedClass, widthOf, widthsOf, WidthGrip } from './ColumnWidth.tsx'
import { useCommands } from './keys.ts'
import { rowMark, useRowKeys } from './rows.ts'
import { CheckAll, CheckRow, useSelectKey } from './SelectCells.tsx'
import type { Selection } from './selection.ts'
import { SortButton, SortChoice, sortedAs, type Sorting } from './sorting.tsx'

export type Column<Row> = {
  /** Unique in the table; the word above the column, by which members arrange it too. */
  header: string
  /** Instead of the word, where more belongs above the column than its name. */
  title?: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** A column without a header of its own keeps its name for readers. */
  hideHeader?: boolean
  /** What the list is ordered by where its head is pressed, if it can be. */
  sort?: string
  /** Left out of cards, which hold what names a row, its state and three values. */
  wide?: true
}

type Props<Row> = {
  /** Names the table, in words; shown above it. */
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
  /** How close the rows stand. */
  density?: keyof typeof densities
  /** Beside the caption: what changes the look of the table. */
  tools?: ReactNode
  /** Its columns are not known yet, and rows that have come wait for them. */
  waits?: boolean
  /** Pixels, by the words above the columns; those left out are as wide as they need. */
  widths?: Readonly<Record<string, number>>
  /** Columns can be dragged wider; undefined gives one its usual width back. */
  onWidth?: (header: string, width: number | undefined) => void
}

const densities = {
  compact: { table: '[--row:32px]', cell: 'py-1' },
  usual: { table: '', cell: 'py-2' },
  roomy: { table: '[--row:48px]', cell: 'py-3' },
} as const

const features = tableFeatures({})
type Features = typeof features

const cellClass = (column: Column<never>, density: keyof typeof densities) =>
  `px-2 2xl:px-3 ${densities[density].cell} align-top ${
    column.wide
      ? 'max-sm:hidden'
      : 'max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:px-4 max-sm:py-1'
  } ${column.align === 'end' ? 'text-end' : ''}`

/** The one table. Below 640 px each row is a card; the roles keep it a table for readers. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { caption, columns, rowId, empty, busy = false, details, pager, selection } = props
  const { detailsWords: [more, less] = ['More', 'Less'] } = props
  const { density = 'usual', tools, waits = false, widths = {}, onWidth, sorting } = props
  const rows = waits ? undefined : props.rows
  const captionId = useId()
  const [open, setOpen] = useState<string>()
  const definitions = useMemo<ColumnDef<Features, Row, unknown>[]>(
    () =>
      columns.map((column) => ({
        id: column.header,
        header: column.header,
        cell: ({ row }) => column.cell(row.original),
      })),
    [columns],
  )
  const data = useMemo(() => [...(rows ?? [])], [rows])
  const narrow = useNarrow()
  const isDrawn = narrow === undefined
  useRowKeys()
  useSelectKey(selection !== undefined)
  useDetailKeys(open, setOpen, details ? data.map(rowId) : [])
  const table = useTable({ features, columns: definitions, data, getRowId: rowId })

  if (props.rows?.length === 0) return empty
  const width = columns.length + (details ? 1 : 0) + (selection ? 1 : 0)
  // What names the row stays at the start, and what is done with it at the end, while the rest moves below.
  const placeOf = (at: number) =>
    at === 0
      ? `${sizedClass} sticky bg-surface group-hover:bg-hover ${selection ? 'start-10' : 'start-0'}`
      : !details && at === columns.length - 1 && columns[at]?.hideHeader
        ? 'sm:sticky sm:end-0 sm:bg-surface sm:shadow-[inset_1px_0_0_var(--color-line)] sm:group-hover:bg-hover'
        : `${sizedClass} relative`
  return (
    <div className="grid gap-3">
      <div
        role="region"
        aria-labelledby={captionId}
        tabIndex={0}
        className="card @container overflow-auto sm:max-h-[max(24rem,calc(100dvh-16rem))]"
      >
        {(tools || sorting) && (
          // No button may stand in a table beside its rows: the caption is seen here and heard there.
          <div className="flex flex-wrap items-center gap-x-3 px-3 py-1 text-sm text-muted">
            <span aria-hidden>{caption}</span>
            {tools}
            {sorting && (
              <SortChoice sortable={sortableOf(columns)} sorting={sorting} isDrawn={isDrawn} />
            )}
          </div>
        )}
        <table
          role="table"
          aria-busy={busy || rows === undefined}
          style={widthsOf(columns.map(({ header }) => widths[header]))}
          className={`w-full text-sm max-sm:block ${densities[density].table} ${busy ? 'opacity-60' : ''}`}
        >
          <caption
            id={captionId}
            className={
              tools || sorting ? 'sr-only' : 'px-3 py-2 text-start text-sm text-muted max-sm:block'
            }
          >
            {caption}
          </caption>
          <thead
            role="rowgroup"
            className={`sticky top-0 z-1 bg-surface ${selection ? 'max-sm:block' : 'max-sm:sr-only'}`}
          >
            <tr role="row" className="border-b border-line max-sm:block">
              {selection && <CheckAll selection={selection} />}
              {columns.map(({ header, title = header, align, hideHeader, sort, wide }, index) => (
                <th
                  key={header}
                  role="columnheader"
                  scope="col"
                  data-column={header}
                  // Readers say it with every cell; what pressing does is said at the button.
                  aria-label={sort && sorting && !narrow ? header : undefined}
                  aria-sort={sortedAs(sort, sorting)}
                  style={widthOf(index)}
                  className={`px-2 py-2 font-medium whitespace-nowrap 2xl:px-3 text-muted ${wide ? 'max-sm:hidden' : 'max-sm:sr-only'} ${placeOf(index)} ${align === 'end' ? 'text-end' : 'text-start'}`}
                >
                  {hideHeader ? (
                    <span className="sr-only">{header}</span>
                  ) : sort && sorting && !narrow ? (
                    <SortButton {...{ by: sort, header, sorting, isDrawn }} />
                  ) : narrow ? (
                    // Cards have no heads to see, and nothing in them may take the focus.
                    header
                  ) : (
                    title
                  )}
                  {onWidth && !hideHeader && (
                    <WidthGrip at={index} onWidth={(width) => onWidth(header, width)} />
                  )}
                </th>
              ))}
              {details && (
                <th
                  role="columnheader"
                  scope="col"
                  className="sticky end-0 bg-surface px-3 py-2 max-sm:sr-only"
                >
                  <span className="sr-only">{more}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-sm:block">
            {rows === undefined && <Waiting width={width} />}
            {table.getRowModel().rows.map((row) => (
              <Fragment key={row.id}>
                <tr
                  {...rowMark}
                  role="row"
                  className="group h-(--row) border-b border-line last:border-0 hover:bg-hover max-sm:block max-sm:h-auto max-sm:py-3"
                >
                  {selection && (
                    <CheckRow
                      id={row.id}
                      name={selection.name(row.original)}
                      selection={selection}
                    />
                  )}
                  {row.getAllCells().map((cell, index) => {
                    const column = columns[index]
                    if (!column) return null
                    const first = index === 0
                    const Cell = first ? 'th' : 'td'
                    return (
                      <Cell
                        key={cell.id}
                        {...(first ? { role: 'rowheader', scope: 'row' } : { role: 'cell' })}
                        style={widthOf(index)}
                        className={`${cellClass(column as Column<never>, density)} ${placeOf(index)} ${first ? `text-start font-normal max-sm:justify-start max-sm:font-medium ${selection ? 'max-sm:min-h-8 max-sm:items-center pointer-coarse:max-sm:min-h-11' : ''}` : ''} ${widths[column.header] === undefined ? '' : 'sm:overflow-clip'}`}
                      >
                        <span aria-hidden className="font-normal text-muted sm:hidden">
                          {column.header}
                        </span>
                        <table.FlexRender cell={cell} />
                      </Cell>
                    )
                  })}
                  {details && (
                    <td
                      role="cell"
                      className="sticky end-0 bg-surface px-2 py-1 text-end align-top group-hover:bg-hover max-sm:block"
                    >
                      <Button
                        look="quiet"
                        className="min-h-8! px-2!"
                        aria-expanded={open === row.id}
                        onClick={() => setOpen(open === row.id ? undefined : row.id)}
                      >
                        {open === row.id ? less : more}
                      </Button>
                    </td>
                  )}
                </tr>
                {details && open === row.id && (
                  <tr role="row" className="border-b border-line bg-bg max-sm:block">
                    <td role="cell" colSpan={width} className="p-0 max-sm:block">
                      {/* As wide as what is seen of the table, and there wherever it is moved to. */}
                      <div className="@container sticky start-0 w-[100cqw] p-4">
                        {details(row.original)}
                      </div>
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {pager}
    </div>
  )
}

const sortableOf = (columns: readonly Column<never>[]) =>
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
    <tr key={row} role="row" className="h-(--row) border-b border-line">
      {Array.from({ length: width }, (_, cell) => (
        <td key={cell} role="cell" className="px-3 py-2">
          <Bar className="h-4 w-24" />
        </td>
      ))}
    </tr>
  ))
}
