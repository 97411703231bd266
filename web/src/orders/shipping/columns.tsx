import type { ShipmentSummary } from '@stowage/contract/orders/shipping'
import { formatCount } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { allTracking } from './sending.ts'
import { shipmentStates } from './words.ts'

export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
): Column<ShipmentSummary>[] => [
  { header: 'Shipment', sort: 'number', cell: ({ number }) => number },
  {
    header: 'State',
    card: 'state',
    keep: 4,
    cell: ({ state }) => (
      <StateBadge state={shipmentStates[state].look}>{shipmentStates[state].word}</StateBadge>
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
    wide: true,
    grow: 'sm:min-w-32',
    cell: ({ customer }) => <span className="wrap-anywhere">{customer ?? '-'}</span>,
  },
  {
    header: 'Carrier',
    keep: 2,
    cell: ({ carrier, service }) => (
      <span className="wrap-anywhere">{[carrier, service].filter(Boolean).join(', ') || '-'}</span>
    ),
  },
  {
    header: 'Tracking',
    card: 'value',
    keep: 3,
    cell: (shipment) => (
      <span className="font-mono wrap-anywhere">{allTracking(shipment).join(', ') || '-'}</span>
    ),
  },
  {
    header: 'Packages',
    wide: true,
    align: 'end',
    cell: ({ packageCount }) => <span className="tabular-nums">{formatCount(packageCount)}</span>,
  },
  {
    header: 'Weight (g)',
    wide: true,
    align: 'end',
    cell: ({ weightG }) => (
      <span className="tabular-nums">{weightG === null ? '-' : formatCount(weightG)}</span>
    ),
  },
  {
    header: 'Cost',
    wide: true,
    align: 'end',
    cell: ({ cost }) => <span className="tabular-nums">{cost ?? '-'}</span>,
  },
  { header: 'Warehouse', wide: true, cell: ({ warehouseCode }) => warehouseCode },
  {
    header: 'Shipped',
    card: 'number',
    sort: 'shippedAt',
    cell: ({ shippedAt }) => <time dateTime={shippedAt}>{show(shippedAt)}</time>,
  },
  {
    header: 'Handed over',
    wide: true,
    cell: ({ handedOverAt }) =>
      handedOverAt === null ? '-' : <time dateTime={handedOverAt}>{show(handedOverAt)}</time>,
  },
]
