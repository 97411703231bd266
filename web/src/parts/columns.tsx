import type { ReactNode } from 'react'
import { formatCalendarDay, formatCount, formatQuantity } from '../app/format.ts'
import type { Column } from './DataTable.tsx'
import { Link } from './Link.tsx'
import { StateBadge, type StateWord } from './StateBadge.tsx'

/* The columns that most lists have, each by its word and what it shows of a row. */

type Rest<Row> = Omit<Column<Row>, 'header' | 'cell'>

/** Getter of a column's text. Null and empty text are shown as a dash. */
type Of<Row> = (row: Row) => string | null | undefined

/** A word or two, on one line. */
export const word = <Row,>(header: string, of: Of<Row>, rest?: Rest<Row>): Column<Row> => ({
  header,
  ...rest,
  cell: (row) => of(row) || '-',
})

/** Builds a column of text of any length. */
export const text = <Row,>(header: string, of: Of<Row>, rest?: Rest<Row>): Column<Row> => ({
  header,
  ...rest,
  cell: (row) => <span className="wrap-anywhere">{of(row) || '-'}</span>,
})

/** A code that is read letter by letter, such as that of a location. */
export const code = <Row,>(header: string, of: Of<Row>, rest?: Rest<Row>): Column<Row> => ({
  header,
  ...rest,
  cell: (row) => <span className="font-mono wrap-anywhere">{of(row) || '-'}</span>,
})

/** A page and the words that lead there; null where there is none. */
type To<Row> = (row: Row) => readonly [href: string, words: string | null] | null

const linked =
  (className: string) =>
  <Row,>(header: string, to: To<Row>, rest?: Rest<Row>): Column<Row> => ({
    header,
    ...rest,
    cell: (row) => {
      const way = to(row)
      return way === null ? (
        '-'
      ) : (
        <Link className={className} href={way[0]}>
          {way[1]}
        </Link>
      )
    },
  })

/** The way to a page by a number, which is never broken. */
export const link = linked('link')

/** The way to a page by a name, however long. */
export const nameLink = linked('link wrap-anywhere')

/** The way to a page by a code. */
export const codeLink = linked('link font-mono wrap-anywhere')

export const badge = ({ word: says, look }: StateWord) => (
  <StateBadge state={look}>{says}</StateBadge>
)

/** A value that leads to its page. */
export const linkTo = (href: string, words: ReactNode) => (
  <Link className="link" href={href}>
    {words}
  </Link>
)

/** A state, which stands at the top of a card. */
export const state = <Row,>(
  header: string,
  of: (row: Row) => StateWord,
  rest?: Rest<Row>,
): Column<Row> => ({ header, card: 'state', ...rest, cell: (row) => badge(of(row)) })

/** A moment, as `show` writes it. */
export const time = <Row,>(
  header: string,
  of: Of<Row>,
  show: (at: string) => string,
  rest?: Rest<Row>,
): Column<Row> => ({
  header,
  ...rest,
  cell: (row) => {
    const at = of(row)
    return at ? <time dateTime={at}>{show(at)}</time> : '-'
  },
})

/** A day without a time, such as an expiry date. */
export const day = <Row,>(header: string, of: Of<Row>, rest?: Rest<Row>): Column<Row> =>
  word(
    header,
    (row) => {
      const on = of(row)
      return on && formatCalendarDay(on)
    },
    rest,
  )

/** Digits, which stand below each other. */
export const number = <Row,>(
  header: string,
  of: (row: Row) => ReactNode,
  rest?: Rest<Row>,
): Column<Row> => ({
  header,
  align: 'end',
  ...rest,
  cell: (row) => <span className="tabular-nums">{of(row) ?? '-'}</span>,
})

export const count = <Row,>(
  header: string,
  of: (row: Row) => number | null,
  rest?: Rest<Row>,
): Column<Row> =>
  number(
    header,
    (row) => {
      const many = of(row)
      return many === null ? null : formatCount(many)
    },
    rest,
  )

/** A quantity, with its unit where `of` names one. */
export const quantity = <Row,>(
  header: string,
  of: (row: Row) => readonly [qty: string, unit?: string],
  rest?: Rest<Row>,
): Column<Row> => ({
  header,
  align: 'end',
  ...rest,
  cell: (row) => {
    const [qty, unit] = of(row)
    return (
      <span className="whitespace-nowrap tabular-nums">
        {formatQuantity(qty)}
        {unit !== undefined && <span className="font-normal text-muted">{` ${unit}`}</span>}
      </span>
    )
  },
})

/** The quantity that a row is about, with its unit. */
export const mainQuantity = <Row,>(
  header: string,
  of: (row: Row) => readonly [qty: string, unit: string],
  rest: Rest<Row> = { card: 'number' },
): Column<Row> => ({
  header,
  align: 'end',
  ...rest,
  cell: (row) => {
    const [qty, unit] = of(row)
    return (
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {formatQuantity(qty)}
        <span className="font-normal text-muted">{` ${unit}`}</span>
      </span>
    )
  },
})

/** The menu of a row, at its end. */
export const actions = <Row,>(menu: Column<Row>['cell']): Column<Row> => ({
  header: 'Actions',
  hideHeader: true,
  align: 'end',
  cell: menu,
})

type InWarehouse = { warehouseCode: string | null }

export const warehouse = <Row extends InWarehouse>(rest: Rest<Row> = { wide: true }): Column<Row> =>
  word('Warehouse', ({ warehouseCode }) => warehouseCode, rest)
