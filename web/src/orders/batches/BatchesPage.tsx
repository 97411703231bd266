import { batches } from '@stowage/contract/orders/batches'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { PickingViews } from '../picking/PickingViews.tsx'
import { columnsOf } from './columns.tsx'
import { NewBatchButton } from './NewBatchButton.tsx'
import { batchStates, batchViews } from './words.ts'

const route = getRouteApi('/$platform/app/picking/batches')

/** Tasks of several orders that are walked together, the latest batch first. */
export default function BatchesPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { view, state, wave, q, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { why } = useCan()
  const { zone, brief: show } = useTimes()
  const list = useList('batches', search, batches.list)
  const query = { warehouse, q, view, wave, state: state?.join(','), sort: search.sort }
  const found = useQuery({
    ...load(batches.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show), [paths, show])
  const table = useListTable('batches', columns)
  const waveFilter = {
    key: 'wave',
    label: 'Wave',
    value: wave,
    options: [{ value: wave ?? '', label: found.data?.items[0]?.wave ?? 'Selected' }],
  }
  return (
    <ListPage
      title="Pick batches"
      site={useWorkspaceName(slug)}
      tabs={<PickingViews open={table.openView ? undefined : 'batches'} />}
      actions={
        <>
          <LinkButton href={paths.floor} why={why(batches.claim)}>
            Start picking
          </LinkButton>
          <NewBatchButton look="primary" />
        </>
      }
      saved={{ route: batches.list, call: { params: { slug }, query }, rows: 'batches' }}
      list={list}
      reply={found}
      fallback="Couldn’t load batches"
      search={{ label: 'Search', placeholder: 'Number', command: 'Search batches' }}
      q={q}
      filters={[
        {
          key: 'view',
          label: 'View',
          value: view === 'all' ? undefined : view,
          promoted: true,
          none: 'All',
          options: Object.entries(batchViews).map(([value, label]) => ({ value, label })),
        },
        {
          key: 'state',
          label: 'State',
          value: state?.join(','),
          promoted: true,
          options: Object.entries(batchStates).map(([value, { word }]) => ({ value, label: word })),
        },
        ...(wave === undefined ? [] : [waveFilter]),
      ]}
      caption={search.sort ? `Times in ${zone}` : `Latest first, times in ${zone}`}
      table={table}
      rowId={({ id }) => id}
      noMatch="No batch matches"
      none={
        <EmptyState title="No batches yet" action={<NewBatchButton look="primary" />}>
          A batch puts the tasks of several orders on one walk.
        </EmptyState>
      }
    />
  )
}
