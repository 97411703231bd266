import type { ShipmentSummary } from '@stowage/contract/orders/shipping'
import { count, link, number, state, text, time, warehouse, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { allTracking } from './sending.ts'
import { shipmentStates } from './words.ts'

export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
): Column<ShipmentSummary>[] => [
  word('Shipment', (one) => one.number, { sort: 'number' }),
  state('State', (one) => shipmentStates[one.state], { keep: 4 }),
  link('Order', ({ orderId, order }) => [paths.order(orderId), order], { card: 'value', keep: 3 }),
  text('Customer', ({ customer }) => customer, { wide: true, grow: 'sm:min-w-32' }),
  text('Carrier', ({ carrier, service }) => [carrier, service].filter(Boolean).join(', '), {
    keep: 2,
  }),
  {
    header: 'Tracking',
    card: 'value',
    keep: 3,
    cell: (shipment) => (
      <span className="font-mono wrap-anywhere">{allTracking(shipment).join(', ') || '-'}</span>
    ),
  },
  count('Packages', ({ packageCount }) => packageCount, { wide: true }),
  count('Weight (g)', ({ weightG }) => weightG, { wide: true }),
  number('Cost', ({ cost }) => cost, { wide: true }),
  warehouse(),
  time('Shipped', ({ shippedAt }) => shippedAt, show, { card: 'number', sort: 'shippedAt' }),
  time('Handed over', ({ handedOverAt }) => handedOverAt, show, { wide: true }),
]
