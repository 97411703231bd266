import { channels } from '@stowage/contract/orders/channels'
import type { OrderSummary } from '@stowage/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import type { Filter } from '../../parts/FilterBar.tsx'
import { fulfillmentStates, orderStates, paymentText } from './words.ts'
import { promisedWords } from '../waves/words.ts'

/** What the address of the list narrows by. */
type Search = {
  state?: readonly string[] | undefined
  fulfillment?: readonly string[] | undefined
  payment?: string | undefined
  promised?: string | undefined
  channel?: string | undefined
  customer?: string | undefined
  variant?: string | undefined
  tag?: string | undefined
}

const optionsOf = (words: Readonly<Record<string, { word: string }>>) =>
  Object.entries(words).map(([value, { word }]) => ({ value, label: word }))

/** The values that occur on the page, and the one that is chosen. */
const seen = (values: readonly string[], chosen: string | undefined) =>
  [...new Set([...values, ...(chosen ? [chosen] : [])])]
    .filter((value) => value !== '')
    .toSorted()
    .map((value) => ({ value, label: value }))

/** The filters of the list of orders. Those with free values offer what the page shows. */
export function useOrderFilters(
  slug: string,
  search: Search,
  rows: readonly OrderSummary[] = [],
): Filter[] {
  const { data } = useQuery({ ...load(channels.list, { params: { slug } }), staleTime: 60_000 })
  const linked = (key: 'customer' | 'variant', label: string, name: string): Filter[] =>
    search[key] === undefined
      ? []
      : [{ key, label, value: search[key], options: [{ value: search[key], label: name }] }]
  return [
    {
      key: 'state',
      label: 'State',
      value: search.state?.join(','),
      promoted: true,
      options: optionsOf(orderStates),
    },
    {
      key: 'payment',
      label: 'Payment',
      value: search.payment,
      promoted: true,
      options: seen(
        rows.map(({ paymentState }) => paymentState),
        search.payment,
      ).map(({ value }) => ({ value, label: paymentText(value) })),
    },
    {
      key: 'fulfillment',
      label: 'Shipped',
      value: search.fulfillment?.join(','),
      options: optionsOf(fulfillmentStates),
    },
    {
      key: 'promised',
      label: 'Promised',
      value: search.promised,
      options: Object.entries(promisedWords).map(([value, label]) => ({ value, label })),
    },
    {
      key: 'channel',
      label: 'Channel',
      value: search.channel,
      options: (data?.items ?? []).map(({ id, code }) => ({ value: id, label: code })),
    },
    {
      key: 'tag',
      label: 'Tag',
      value: search.tag,
      options: seen(
        rows.flatMap(({ tags }) => tags),
        search.tag,
      ),
    },
    ...linked('customer', 'Customer', rows[0]?.customer ?? 'Selected'),
    ...linked('variant', 'Product', 'Selected'),
  ]
}
