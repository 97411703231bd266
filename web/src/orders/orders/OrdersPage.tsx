import { orders, type OrderSummary } from '@stowage/contract/orders/orders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load, send } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { useCommands } from '../../parts/keys.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { type ReadPage, wholePage } from '../../parts/selected.ts'
import { useSelection } from '../../parts/selection.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { useMany } from '../../workspace/steps/use-many.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { columnsOf } from './columns.tsx'
import { useOrderFilters } from './filters.ts'
import { OrderViews } from '../customers/OrderViews.tsx'

const route = getRouteApi('/$platform/app/orders')
const PrintSelected = lazyPart(() => import('../papers/PrintSelected.tsx'), 'PrintSelected')
const OrdersSelected = lazyPart(() => import('./many-steps.tsx'), 'OrdersSelected')

/** Orders of the workspace, the newest first; each view is an address. */
export default function OrdersPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { view, state, fulfillment, q, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { zone, brief: show } = useTimes()
  const { why } = useCan()
  const list = useList('orders', search, orders.list)
  const { payment, promised, channel, customer, variant, tag, sort } = search
  const query = {
    warehouse,
    view,
    payment,
    promised,
    channel,
    customer,
    variant,
    tag,
    q,
    sort,
    state: state?.join(','),
    fulfillment: fulfillment?.join(','),
  }
  const found = useQuery({
    ...load(orders.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const { dataUpdatedAt: readAt } = found
  const columns = useMemo(() => columnsOf(paths, show, readAt), [paths, show, readAt])
  const selection = useSelection(
    found.data?.items.map(({ id }) => id) ?? [],
    JSON.stringify(query),
    found.data,
  )
  const readPage: ReadPage<OrderSummary> = (cursor) =>
    send(orders.list, { params: { slug }, query: { ...query, ...wholePage, cursor } })
  const many = useMany({
    list: orders.list,
    selection,
    read: readPage,
    rows: found.data?.items ?? [],
  })
  const filters = useOrderFilters(slug, { ...search, state, fulfillment }, found.data?.items)
  const table = useListTable('orders', columns)
  const whyNot = why(orders.create)
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
      tabs={<OrderViews {...(!table.openView && { view })} />}
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
        placeholder: 'Number or customer',
        command: 'Search orders',
      }}
      q={q}
      filters={filters}
      caption={search.sort ? `Times in ${zone}` : `Newest first, times in ${zone}`}
      table={table}
      rowId={({ id }) => id}
      selection={selection}
      selectionOf={{
        name: ({ number }) => number,
        actions: (
          <>
            <PrintSelected of="orders" selection={selection} read={readPage} />
            <OrdersSelected many={many} />
          </>
        ),
        problem: many.problem,
      }}
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
    >
      {many.dialog}
    </ListPage>
  )
}
