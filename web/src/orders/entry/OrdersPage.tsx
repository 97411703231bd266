import { orders, type OrderSummary } from '@stowage/contract/orders/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { formatMoney } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { useCommands } from '../../parts/keys.ts'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useArranged } from '../../platforms/table-settings/use-arranged.tsx'
import { useSite } from '../../warehouse/site.ts'
import { useTimes } from '../../warehouse/times.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { orderStates, reservationStates } from '../words.ts'
import { OrderViews } from './OrderViews.tsx'

const route = getRouteApi('/$platform/app/orders')

const columnsOf = (paths: WorkspacePaths, show: (at: string) => string): Column<OrderSummary>[] => [
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
    cell: ({ state }) => (
      <StateBadge state={orderStates[state].look}>{orderStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'Customer',
    card: 'value',
    grow: 'sm:min-w-32',
    cell: ({ customer }) => customer ?? '-',
  },
  {
    header: 'Placed',
    card: 'value',
    keep: 3,
    sort: 'placedAt',
    cell: ({ placedAt }) => <time dateTime={placedAt}>{show(placedAt)}</time>,
  },
  {
    header: 'Ship by',
    wide: true,
    keep: 2,
    cell: ({ promisedShipAt }) =>
      promisedShipAt === null ? '-' : <time dateTime={promisedShipAt}>{show(promisedShipAt)}</time>,
  },
  {
    header: 'Reserved',
    wide: true,
    keep: 2,
    cell: ({ reservationState: state }) => (
      <StateBadge state={reservationStates[state].look}>{reservationStates[state].word}</StateBadge>
    ),
  },
  { header: 'Lines', wide: true, keep: 2, align: 'end', cell: ({ lineCount }) => lineCount },
  {
    header: 'Total',
    card: 'value',
    align: 'end',
    cell: ({ totals, currency }) => (
      <span className="tabular-nums">{formatMoney(totals.total, currency)}</span>
    ),
  },
  { header: 'Channel', wide: true, cell: ({ channel }) => channel },
  { header: 'External number', wide: true, cell: ({ externalId }) => externalId ?? '-' },
  { header: 'Tags', wide: true, cell: ({ tags }) => tags.join(', ') || '-' },
]

/** Orders of the workspace, the newest first; each view is an address. */
export default function OrdersPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { view, state, customer, variant, tag, q, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { zone, show } = useTimes()
  const { why } = useCan()
  const list = useList('orders', search, orders.list)
  const query = {
    warehouse,
    view,
    state: state?.join(','),
    customer,
    variant,
    tag,
    q,
    sort: search.sort,
  }
  const found = useQuery({
    ...load(orders.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show), [paths, show])
  const whyNot = why('order.create')
  const create = () => void navigate({ href: paths.newOrder() })
  useCommands(
    whyNot === undefined
      ? [{ name: 'Create order', section: 'On this page', keys: 'n', run: create }]
      : [],
  )
  return (
    <ListPage
      title="Orders"
      site={useWorkspaceName(slug)}
      tabs={<OrderViews view={view} />}
      actions={
        <LinkButton look="primary" href={paths.newOrder()} why={whyNot}>
          Create order
        </LinkButton>
      }
      saved={{ route: orders.list, call: { params: { slug }, query }, rows: 'orders' }}
      list={list}
      reply={found}
      fallback="Couldn’t load orders"
      search={{
        label: 'Search',
        placeholder: 'Number or external number',
        command: 'Search the orders',
      }}
      q={q}
      filters={[
        {
          key: 'state',
          label: 'State',
          value: state?.join(','),
          promoted: true,
          options: Object.entries(orderStates).map(([value, { word }]) => ({ value, label: word })),
        },
        ...(customer === undefined
          ? []
          : [
              {
                key: 'customer',
                label: 'Customer',
                value: customer,
                options: [{ value: customer, label: found.data?.items[0]?.customer ?? 'Selected' }],
              },
            ]),
        ...(variant === undefined
          ? []
          : [
              {
                key: 'variant',
                label: 'Product',
                value: variant,
                options: [{ value: variant, label: 'Selected' }],
              },
            ]),
      ]}
      caption={search.sort ? `Times in ${zone}` : `Newest first, times in ${zone}`}
      table={useArranged('orders', columns)}
      rowId={({ id }) => id}
      noMatch="No order matches"
      none={
        <EmptyState
          title={view === 'all' ? 'No orders yet' : 'No orders in this view'}
          {...(view === 'all' && {
            action: (
              <LinkButton look="primary" href={paths.newOrder()} why={whyNot}>
                Create order
              </LinkButton>
            ),
          })}
        >
          {view === 'all' && 'Create an order, or send orders from your shop with the API.'}
        </EmptyState>
      }
    />
  )
}
