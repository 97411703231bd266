import { returns } from '@stowage/contract/orders/returns'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { load } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { columnsOf } from './columns.tsx'
import { returnStates, views } from './words.ts'

const route = getRouteApi('/$platform/app/returns')

const stateOptions = Object.entries(returnStates).map(([value, { word }]) => ({
  value,
  label: word,
}))

/** What customers send back, the latest first. */
export default function ReturnsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { view, state, q, customer, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { why } = useCan()
  const { zone, brief: show } = useTimes()
  const [now] = useState(() => Date.now())
  const list = useList('returns', search, returns.list)
  const query = {
    warehouse,
    q,
    customer,
    state: state?.join(','),
    sort: search.sort,
    ...(view !== 'all' && { view }),
  }
  const found = useQuery({
    ...load(returns.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show, now), [paths, show, now])
  const table = useListTable('returns', columns)
  const open = views.find((one) => one.view === view)
  const create = (
    <LinkButton look="primary" href={paths.newReturn()} why={why(returns.create)}>
      Create return
    </LinkButton>
  )
  return (
    <ListPage
      title="Returns"
      site={useWorkspaceName(slug)}
      actions={create}
      tabs={
        <ViewTabs
          label="Return views"
          tabs={views.map((one) => ({
            name: one.name,
            href: paths.returns(one.view === 'all' ? {} : { view: one.view }),
            isOpen: !table.openView && one.view === view,
          }))}
        />
      }
      saved={{ route: returns.list, call: { params: { slug }, query }, rows: 'returns' }}
      list={list}
      reply={found}
      fallback="Couldn’t load returns"
      search={{ label: 'Search', placeholder: 'Number', command: 'Search returns' }}
      q={q}
      filters={
        view === 'all'
          ? [
              {
                key: 'state',
                label: 'State',
                value: state?.join(','),
                promoted: true,
                options: stateOptions,
              },
            ]
          : []
      }
      caption={search.sort ? `Times in ${zone}` : `Latest first, times in ${zone}`}
      table={table}
      rowId={({ id }) => id}
      noMatch="No return matches"
      none={
        <EmptyState
          title={open?.none ?? 'No returns yet'}
          {...(view === 'all' && { action: create })}
        >
          Returns appear here when they are announced.
        </EmptyState>
      }
    />
  )
}
