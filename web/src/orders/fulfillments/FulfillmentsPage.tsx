import { fulfillments, type FulfillmentSummary } from '@stowage/contract/orders/fulfillments'
import { waitingStates } from '@stowage/contract/orders/waiting'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load, send } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { type ReadPage, wholePage } from '../../parts/selected.ts'
import { useSelection } from '../../parts/selection.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { columnsOf } from './columns.tsx'
import { fulfillmentStates, shownStates } from './words.ts'

const route = getRouteApi('/$platform/app/fulfillments')
const PrintSelected = lazyPart(() => import('../papers/PrintSelected.tsx'), 'PrintSelected')

/** What waits for the next step; the home links here. */
const waiting = [
  { value: waitingStates.toPick.join(','), label: 'To pick' },
  { value: waitingStates.toPack.join(','), label: 'To pack' },
]

/** What is picked for orders, the newest first. */
export default function FulfillmentsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { state, q, order, variant, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { zone, show } = useTimes()
  const list = useList('fulfillments', search, fulfillments.list)
  const query = { warehouse, order, variant, q, state: state?.join(','), sort: search.sort }
  const found = useQuery({
    ...load(fulfillments.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show), [paths, show])
  const selection = useSelection(
    found.data?.items.map(({ id }) => id) ?? [],
    JSON.stringify(query),
    found.data,
  )
  const readPage: ReadPage<FulfillmentSummary> = (cursor) =>
    send(fulfillments.list, { params: { slug }, query: { ...query, ...wholePage, cursor } })
  const first = found.data?.items[0]
  return (
    <ListPage
      title="Fulfillments"
      site={useWorkspaceName(slug)}
      saved={{ route: fulfillments.list, call: { params: { slug }, query }, rows: 'fulfillments' }}
      list={list}
      reply={found}
      fallback="Couldn’t load fulfillments"
      search={{ label: 'Search', placeholder: 'Number', command: 'Search the fulfillments' }}
      q={q}
      filters={[
        {
          key: 'state',
          label: 'State',
          value: state?.join(','),
          promoted: true,
          options: [
            ...waiting,
            ...shownStates.map((value) => ({ value, label: fulfillmentStates[value].word })),
          ],
        },
        ...(order === undefined
          ? []
          : [
              {
                key: 'order',
                label: 'Order',
                value: order,
                options: [{ value: order, label: first?.order ?? 'Selected' }],
              },
            ]),
      ]}
      caption={search.sort ? `Times in ${zone}` : `Newest first, times in ${zone}`}
      table={useListTable('fulfillments', columns)}
      rowId={({ id }) => id}
      selection={selection}
      selectionOf={{
        name: ({ number }) => number,
        actions: <PrintSelected of="fulfillments" selection={selection} read={readPage} />,
      }}
      noMatch="No fulfillment matches"
      none={
        <EmptyState
          title="No fulfillments yet"
          action={
            <LinkButton look="primary" href={paths.orders({ view: 'to_release' })}>
              Show orders to release
            </LinkButton>
          }
        >
          Release an order to choose the locations its stock is picked from.
        </EmptyState>
      }
    />
  )
}
