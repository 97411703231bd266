import { channels } from '@stowage/contract/orders/channels'
import { orders } from '@stowage/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import type { FunctionComponent } from 'react'
import { load } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { optionsOf, stateFilter, timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { OrderViews } from '../customers/OrderViews.tsx'
import { useMany } from '../../workspace/steps/use-many.tsx'
import { promisedWords } from '../waves/words.ts'
import { columnsOf } from './columns.tsx'
import { fulfillmentStates, orderStates, paymentText } from './words.ts'

const PrintSelected = lazyPart(() => import('../papers/PrintSelected.tsx'), 'PrintSelected')
const OrdersSelected = lazyPart(() => import('./many-steps.tsx'), 'OrdersSelected')

/** The values that occur on the page, and the one that is chosen. */
const seen = (values: readonly string[], chosen: string | undefined) =>
  [...new Set([...values, ...(chosen ? [chosen] : [])])].filter((value) => value !== '').toSorted()

function useChannels({ slug }: { slug: string }) {
  const { data } = useQuery({ ...load(channels.list, { params: { slug } }), staleTime: 60_000 })
  return data?.items
}

/** Orders of the workspace, the newest first; each view is an address. */
const OrdersPage: FunctionComponent = listPage({
  page: '/$platform/app/orders',
  route: orders.list,
  name: 'orders',
  title: 'Orders',
  tabs: ({ search: { view }, isSaved }) => <OrderViews {...(!isSaved && { view })} />,
  create: {
    name: 'Create order',
    href: (paths) => paths.newOrder(),
    why: ({ why }) => why(orders.create),
    keys: 'n',
  },
  search: 'Number or customer',
  useGiven: useChannels,
  filters: [
    stateFilter(orderStates),
    {
      key: 'payment',
      label: 'Payment',
      promoted: true,
      options: ({ rows, search }) =>
        seen(
          rows.map(({ paymentState }) => paymentState),
          search.payment,
        ).map((value) => ({ value, label: paymentText(value) })),
    },
    { key: 'fulfillment', label: 'Shipped', options: optionsOf(fulfillmentStates) },
    { key: 'promised', label: 'Promised', options: optionsOf(promisedWords) },
    {
      key: 'channel',
      label: 'Channel',
      options: ({ given = [] }) => given.map(({ id, code }) => ({ value: id, label: code })),
    },
    {
      key: 'tag',
      label: 'Tag',
      options: ({ rows, search }) =>
        seen(
          rows.flatMap(({ tags }) => tags),
          search.tag,
        ).map((value) => ({ value, label: value })),
    },
    { key: 'customer', label: 'Customer', linked: (first) => first?.customer ?? undefined },
    { key: 'variant', label: 'Product', linked: () => undefined },
  ],
  also: ['view'],
  columns: ({ paths, brief, readAt }) => columnsOf(paths, brief, readAt),
  isAged: true,
  selected: { name: ({ number }) => number },
  useParts: ({ selection, read, rows }) => {
    const many = useMany({ list: orders.list, selection, read, rows })
    return {
      selected: {
        actions: (
          <>
            <PrintSelected of="orders" selection={selection} read={read} />
            <OrdersSelected many={many} />
          </>
        ),
        problem: many.problem,
      },
      children: many.dialog,
    }
  },
  imported: 'orders',
  caption: timed('Newest first'),
  noMatch: 'No order matches',
  none: ({ search: { view }, created }) => ({
    title: view === 'all' ? 'No orders yet' : 'No orders in this view',
    text: view === 'all' && 'Create an order, or send orders from your shop with the API.',
    action: view === 'all' && created,
  }),
})

export default OrdersPage
