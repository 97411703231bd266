import type { ReturnSummary } from '@stowage/contract/orders/returns'
import { formatCalendarDay, formatQuantity } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { dispositionWords, returnStates } from './words.ts'

const dayMs = 86_400_000

/** Whole days since then, in words. */
function ageText(from: string, now: number): string {
  const days = Math.floor((now - Date.parse(from)) / dayMs)
  return days < 1 ? 'Today' : days === 1 ? '1 day' : `${days} days`
}

export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
  now: number,
): Column<ReturnSummary>[] => [
  {
    header: 'Return',
    sort: 'number',
    cell: ({ id, number }) => (
      <Link className="link" href={paths.return(id)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'State',
    card: 'state',
    keep: 4,
    cell: ({ state }) => (
      <StateBadge state={returnStates[state].look}>{returnStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'Order',
    card: 'value',
    keep: 3,
    cell: ({ orderId, order }) =>
      orderId === null ? (
        '-'
      ) : (
        <Link className="link" href={paths.order(orderId)}>
          {order}
        </Link>
      ),
  },
  {
    header: 'Customer',
    card: 'value',
    grow: 'sm:min-w-32',
    cell: ({ customer }) => <span className="wrap-anywhere">{customer ?? '-'}</span>,
  },
  { header: 'Reason', keep: 2, cell: ({ reasons }) => reasons.join(', ') || '-' },
  {
    header: 'Expected',
    align: 'end',
    cell: ({ qty }) => <span className="tabular-nums">{formatQuantity(qty)}</span>,
  },
  {
    header: 'Received',
    card: 'number',
    align: 'end',
    cell: ({ received }) => <span className="tabular-nums">{formatQuantity(received)}</span>,
  },
  {
    header: 'Disposition',
    keep: 2,
    cell: ({ dispositions, undecided }) =>
      [
        ...dispositions.map((one) => dispositionWords[one]),
        ...(undecided === '0' ? [] : [`${formatQuantity(undecided)} to decide`]),
      ].join(', ') || '-',
  },
  {
    header: 'Expected by',
    wide: true,
    cell: ({ expectedBy }) => (expectedBy === null ? '-' : formatCalendarDay(expectedBy)),
  },
  { header: 'Warehouse', wide: true, cell: ({ warehouseCode }) => warehouseCode ?? '-' },
  {
    header: 'Refund',
    wide: true,
    cell: ({ refundState }) => (refundState === 'requested' ? 'Requested' : '-'),
  },
  { header: 'Age', cell: ({ createdAt }) => ageText(createdAt, now) },
  {
    header: 'Created',
    wide: true,
    sort: 'createdAt',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{show(createdAt)}</time>,
  },
]
