import type { OrderSummary } from '@stowage/contract/orders/orders'
import { formatMoney } from '../../app/format.ts'
import { badge, link, number, state, time, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import {
  ageText,
  isOver,
  itemsText,
  orderStates,
  paymentText,
  reservationStates,
  shippedText,
} from './words.ts'

/** The columns of the list of orders; `show` writes a time in the zone of the warehouse. */
export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
  now: number,
): Column<OrderSummary>[] => [
  link('Order', (one) => [paths.order(one.id), one.number], { sort: 'number' }),
  state('State', (one) => orderStates[one.state], { keep: 3 }),
  time('Placed', ({ placedAt }) => placedAt, show, { card: 'value', keep: 3, sort: 'placedAt' }),
  word('Customer', ({ customer }) => customer, { card: 'value', grow: 'sm:min-w-32' }),
  word('Channel', ({ channel }) => channel, { wide: true }),
  number('Items (units)', itemsText, { wide: true, keep: 2 }),
  number('Total', ({ totals, currency }) => formatMoney(totals.total, currency), {
    card: 'number',
  }),
  word('Payment', ({ paymentState }) => paymentText(paymentState), { wide: true }),
  {
    header: 'Reserved',
    wide: true,
    keep: 2,
    cell: (one) => (isOver(one.state) ? '-' : badge(reservationStates[one.reservationState])),
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
  time('Promised', ({ promisedShipAt }) => promisedShipAt, show, { wide: true, keep: 2 }),
  number('Age', ({ placedAt }) => ageText(placedAt, now), { wide: true }),
  word('Warehouse', ({ warehouses }) => warehouses.join(', '), { wide: true, keep: 2 }),
  word('Tags', ({ tags }) => tags.join(', '), { wide: true }),
  word('External number', ({ externalId }) => externalId, { wide: true }),
]
