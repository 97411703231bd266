import type { FulfillmentSummary } from '@stowage/contract/orders/fulfillments'
import { formatCount, formatQuantity } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { pickPolicyWords } from '../../warehouse/settings/pick-policies.ts'
import { fulfillmentStates } from './words.ts'

/** `hrefOf` is the page of a fulfillment that its number leads to. */
export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
  hrefOf: (id: string) => string = paths.fulfillment,
): Column<FulfillmentSummary>[] => [
  {
    header: 'Fulfillment',
    sort: 'number',
    cell: ({ id, number }) => (
      <Link className="link" href={hrefOf(id)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'State',
    card: 'state',
    keep: 3,
    cell: ({ state }) => (
      <StateBadge state={fulfillmentStates[state].look}>{fulfillmentStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'Order',
    card: 'value',
    keep: 3,
    cell: ({ orderId, order }) => (
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
  { header: 'Warehouse', cell: ({ warehouseCode }) => warehouseCode },
  {
    header: 'Items (units)',
    keep: 2,
    align: 'end',
    cell: ({ lineCount, units }) => (
      <span className="tabular-nums">{`${formatCount(lineCount)} (${formatQuantity(units)})`}</span>
    ),
  },
  { header: 'Pick policy', wide: true, cell: ({ policy }) => pickPolicyWords[policy] },
  {
    header: 'Priority',
    wide: true,
    align: 'end',
    cell: ({ priority }) => <span className="tabular-nums">{priority}</span>,
  },
  {
    header: 'Ship by',
    wide: true,
    keep: 2,
    cell: ({ shipBy }) => (shipBy === null ? '-' : <time dateTime={shipBy}>{show(shipBy)}</time>),
  },
  {
    header: 'Released',
    card: 'number',
    sort: 'createdAt',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{show(createdAt)}</time>,
  },
]
