import type { OrderSummary } from '@stowage/contract/orders/orders'
import { formatCount, formatMoney, formatQuantity } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import {
  ageText,
  isOver,
  orderStates,
  paymentText,
  reservationStates,
  shippedText,
} from './words.ts'

type Word = { word: string; look: 'ok' | 'warn' | 'bad' | 'info' | 'none' }
const badge = ({ word, look }: Word) => <StateBadge state={look}>{word}</StateBadge>

/** The columns of the list of orders; `show` writes a time in the zone of the warehouse. */
export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
  now: number,
): Column<OrderSummary>[] => [
  {
    header: 'Order',
    sort: 'number',
    cell: ({ id, number }) => (
      <Link className="link" href={paths.order(id)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'State',
    card: 'state',
    keep: 3,
    cell: ({ state }) => badge(orderStates[state]),
  },
  {
    header: 'Placed',
    card: 'value',
    keep: 3,
    sort: 'placedAt',
    cell: ({ placedAt }) => <time dateTime={placedAt}>{show(placedAt)}</time>,
  },
  {
    header: 'Customer',
    card: 'value',
    grow: 'sm:min-w-32',
    cell: ({ customer }) => customer ?? '-',
  },
  { header: 'Channel', wide: true, cell: ({ channel }) => channel },
  {
    header: 'Items (units)',
    wide: true,
    keep: 2,
    align: 'end',
    cell: ({ lineCount, units }) => (
      <span className="tabular-nums">{`${formatCount(lineCount)} (${formatQuantity(units)})`}</span>
    ),
  },
  {
    header: 'Total',
    card: 'number',
    align: 'end',
    cell: ({ totals, currency }) => (
      <span className="tabular-nums">{formatMoney(totals.total, currency)}</span>
    ),
  },
  { header: 'Payment', wide: true, cell: ({ paymentState }) => paymentText(paymentState) || '-' },
  {
    header: 'Reserved',
    wide: true,
    keep: 2,
    cell: ({ state, reservationState }) =>
      isOver(state) ? '-' : badge(reservationStates[reservationState]),
  },
  {
    header: 'Shipped',
    wide: true,
    keep: 3,
    align: 'end',
    cell: ({ shipped, units }) => (
      <span className="whitespace-nowrap tabular-nums">{shippedText(shipped, units)}</span>
    ),
  },
  {
    header: 'Promised',
    wide: true,
    keep: 2,
    cell: ({ promisedShipAt }) =>
      promisedShipAt === null ? '-' : <time dateTime={promisedShipAt}>{show(promisedShipAt)}</time>,
  },
  {
    header: 'Age',
    wide: true,
    align: 'end',
    cell: ({ placedAt }) => <span className="tabular-nums">{ageText(placedAt, now)}</span>,
  },
  {
    header: 'Warehouse',
    wide: true,
    keep: 2,
    cell: ({ warehouses }) => warehouses.join(', ') || '-',
  },
  { header: 'Tags', wide: true, cell: ({ tags }) => tags.join(', ') || '-' },
  { header: 'External number', wide: true, cell: ({ externalId }) => externalId ?? '-' },
]
