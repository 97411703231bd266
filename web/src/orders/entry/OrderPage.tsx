import { orders, type Order } from '@stowage/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { formatMoney, formatQuantity } from '../../app/format.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Fact, Facts } from '../../warehouse/Facts.tsx'
import { makerOf } from '../../warehouse/makers.ts'
import { useTimes } from '../../warehouse/times.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { holdReasons, orderStates, reservationStates } from '../words.ts'
import { OrderActions } from './OrderActions.tsx'

const route = getRouteApi('/$platform/app/orders/$orderId')

type Line = Order['lines'][number]

const number = (qty: string) => <span className="tabular-nums">{formatQuantity(qty)}</span>

const columnsOf = (paths: WorkspacePaths, currency: string): Column<Line>[] => [
  {
    header: 'SKU',
    cell: ({ sku }) => (
      <Link className="link wrap-anywhere" href={paths.product(sku)}>
        {sku}
      </Link>
    ),
  },
  { header: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name || '-'}</span> },
  {
    header: 'Ordered',
    align: 'end',
    cell: ({ qty, baseUnit }) => (
      <span className="whitespace-nowrap tabular-nums">
        {formatQuantity(qty)}
        <span className="text-muted">{` ${baseUnit}`}</span>
      </span>
    ),
  },
  { header: 'Reserved', align: 'end', cell: ({ promised }) => number(promised) },
  { header: 'Backordered', align: 'end', cell: ({ backordered }) => number(backordered) },
  { header: 'Cancelled', align: 'end', cell: ({ cancelled }) => number(cancelled) },
  {
    header: 'From',
    cell: ({ claims }) => [...new Set(claims.map(({ warehouse }) => warehouse))].join(', ') || '-',
  },
  {
    header: 'Total',
    align: 'end',
    cell: ({ total }) => <span className="tabular-nums">{formatMoney(total, currency)}</span>,
  },
]

/** One order: who ordered what, what is reserved for it, and what can be done with it now. */
export default function OrderPage() {
  const { platform: slug, orderId } = route.useParams()
  const { data, error, refetch } = useQuery(load(orders.details, { params: { slug, orderId } }))
  const order = data?.order
  return (
    <Page title={order?.number ?? 'Order'} site={useWorkspaceName(slug)}>
      {error && (
        <ErrorBox error={error} fallback="Couldn’t load the order" onRetry={() => void refetch()} />
      )}
      {!order && !error && <Spinner />}
      {order && <Details slug={slug} order={order} />}
    </Page>
  )
}

function Details({ slug, order }: { slug: string; order: Order }) {
  const paths = usePaths()
  const { show, zone } = useTimes()
  const { state, reservationState, currency, totals, lines, holds } = order
  const columns = useMemo(() => columnsOf(paths, currency), [paths, currency])
  const time = (at: string | null) => (at === null ? '-' : `${show(at)} ${zone}`)
  return (
    <>
      <Facts>
        <Fact label="State">
          <StateBadge state={orderStates[state].look}>{orderStates[state].word}</StateBadge>
        </Fact>
        <Fact label="Reserved">
          <StateBadge state={reservationStates[reservationState].look}>
            {reservationStates[reservationState].word}
          </StateBadge>
        </Fact>
        <Fact label="Customer">
          {order.customerId === null ? (
            '-'
          ) : (
            <Link className="link" href={paths.customer(order.customerId)}>
              {order.customer ?? order.customerId}
            </Link>
          )}
        </Fact>
        <Fact label="Ship to">{addressText(order.shippingAddress)}</Fact>
        <Fact label="Placed">{time(order.placedAt)}</Fact>
        <Fact label="Ship by">{time(order.promisedShipAt)}</Fact>
        <Fact label="Channel">
          {[order.channel, order.externalId].filter(Boolean).join(', number ')}
        </Fact>
        <Fact label="Entered by">{makerOf(order.createdBy, order.createdByName) ?? 'Stowage'}</Fact>
        <Fact label="Total">
          {`${formatMoney(totals.total, currency)}, including ${formatMoney(totals.tax, currency)} tax`}
        </Fact>
        <Fact label="Payment">{order.paymentState || '-'}</Fact>
        {order.note && <Fact label="Note">{order.note}</Fact>}
        {order.cancelReason && <Fact label="Cancelled because">{order.cancelReason}</Fact>}
        {holds.map(({ id, kind, note, placedAt, placedByName }) => (
          <Fact key={id} label="On hold">
            {[holdReasons[kind], note, `since ${show(placedAt)}`, placedByName]
              .filter(Boolean)
              .join(', ')}
          </Fact>
        ))}
      </Facts>
      <OrderActions slug={slug} order={order} />
      <DataTable
        caption={lines.length === 1 ? '1 line' : `${lines.length} lines`}
        columns={columns}
        rows={lines}
        rowId={({ id }) => id}
        empty={<EmptyState title="No lines" />}
      />
    </>
  )
}

const addressText = (address: Order['shippingAddress']) =>
  address
    ? [
        address.name,
        address.company,
        address.line1,
        address.line2,
        `${address.postalCode} ${address.city}`.trim(),
        address.region,
        address.country,
      ]
        .filter(Boolean)
        .join(', ') || '-'
    : '-'
