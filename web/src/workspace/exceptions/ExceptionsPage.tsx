import { exceptions } from '@stowage/contract/workspace/exceptions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { useWorkspaceName } from '../member.ts'
import { useListTable } from '../saved-views/use-list-table.tsx'
import { useSite } from '../site.ts'
import { useTimes } from '../times.ts'
import { usePaths } from '../warehouses.ts'
import { columnsOf } from './columns.tsx'
import { ExceptionPanel } from './ExceptionPanel.tsx'
import { kinds } from './words.ts'

const route = getRouteApi('/$platform/app/exceptions')

const views = [
  { name: 'Open', search: {}, none: 'No exceptions' },
  { name: 'Mine', search: { owner: 'me' }, none: 'You have no exceptions' },
  { name: 'Snoozed', search: { state: 'snoozed' }, none: 'Nothing is snoozed' },
] as const

const kindOptions = Object.entries(kinds).map(([value, { name }]) => ({ value, label: name }))

/** What went wrong and waits for somebody, the oldest first. */
export default function ExceptionsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { kind, owner, state, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { zone, brief: show } = useTimes()
  const list = useList('exceptions', search, exceptions.list)
  const query = { warehouse, kind: kind?.join(','), owner, state, sort: search.sort }
  const found = useQuery({
    ...load(exceptions.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show), [paths, show])
  const table = useListTable('exceptions', columns)
  const open = views.find(
    (one) =>
      ('owner' in one.search ? one.search.owner : undefined) === owner &&
      ('state' in one.search ? one.search.state : 'open') === state,
  )
  return (
    <ListPage
      title="Exceptions"
      site={useWorkspaceName(slug)}
      tabs={
        <ViewTabs
          label="Exception views"
          tabs={views.map((one) => ({
            name: one.name,
            href: paths.exceptions(one.search),
            isOpen: !table.openView && one === open,
          }))}
        />
      }
      saved={{ route: exceptions.list, call: { params: { slug }, query }, rows: 'exceptions' }}
      list={list}
      reply={found}
      fallback="Couldn’t load exceptions"
      filters={[
        {
          key: 'kind',
          label: 'Type',
          value: kind?.join(','),
          promoted: true,
          options: kindOptions,
        },
      ]}
      caption={search.sort ? `Times in ${zone}` : `Oldest first, times in ${zone}`}
      table={table}
      rowId={({ kind: of, key }) => `${of} ${key}`}
      details={(exception) => (
        <ExceptionPanel slug={slug} exception={exception} isSnoozed={state === 'snoozed'} />
      )}
      noMatch="No exception matches"
      none={
        <EmptyState title={open?.none ?? 'No exceptions'}>
          Short picks, unknown codes, orders on hold and failed webhooks appear here.
        </EmptyState>
      }
    />
  )
}
