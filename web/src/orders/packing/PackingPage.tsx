import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { waitingStates } from '@stowage/contract/orders/waiting'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { columnsOf } from '../fulfillments/columns.tsx'
import { orderScan } from './order-scan.ts'

const route = getRouteApi('/$platform/app/packing')

const views = [
  {
    name: 'To pack',
    view: 'to_pack',
    states: waitingStates.toPack,
    none: 'Nothing to pack',
    noneText: 'Orders appear here when all of their picks are done.',
  },
  {
    name: 'Packed',
    view: 'packed',
    states: waitingStates.toShip,
    none: 'Nothing packed',
    noneText: 'Packed orders appear here until they are shipped.',
  },
] as const

/** Fulfillments that are to be packed, or that are packed. */
export default function PackingPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { view, q, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { zone, show } = useTimes()
  const list = useList('packing', search, fulfillments.list)
  const open = views.find((one) => one.view === view) ?? views[0]
  const query = { warehouse, q, state: open.states.join(','), sort: search.sort }
  const found = useQuery({
    ...load(fulfillments.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show, paths.pack), [paths, show])
  const table = useListTable('packing', columns)
  const router = useRouter()
  const pack = (id: string) => void router.navigate({ href: paths.pack(id) })
  useScan(orderScan(slug, pack), { screen: 'pack' })
  return (
    <ListPage
      title="Packing"
      site={useWorkspaceName(slug)}
      tabs={
        <ViewTabs
          label="Packing views"
          tabs={views.map((one) => ({
            name: one.name,
            href: paths.packing(one.view === 'to_pack' ? {} : { view: one.view }),
            isOpen: !table.openView && one.view === view,
          }))}
        />
      }
      saved={{ route: fulfillments.list, call: { params: { slug }, query }, rows: 'fulfillments' }}
      list={list}
      reply={found}
      fallback="Couldn’t load the fulfillments"
      search={{ label: 'Search', placeholder: 'Number', command: 'Search what is to be packed' }}
      q={q}
      filters={[]}
      caption={search.sort ? `Times in ${zone}` : `Newest first, times in ${zone}`}
      table={table}
      rowId={({ id }) => id}
      noMatch="No fulfillment matches"
      none={
        <EmptyState
          title={open.none}
          {...(view === 'to_pack' && {
            action: (
              <LinkButton look="primary" href={paths.picking()}>
                Show picks
              </LinkButton>
            ),
          })}
        >
          {open.noneText}
        </EmptyState>
      }
    />
  )
}
