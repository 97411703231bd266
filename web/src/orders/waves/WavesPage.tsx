import { waves } from '@stowage/contract/orders/waves'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { load } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { PickingViews } from '../picking/PickingViews.tsx'
import { columnsOf } from './columns.tsx'
import { waveStates, waveViews } from './words.ts'

const WaveDialog = lazy(() => import('./WaveDialog.tsx'))

const route = getRouteApi('/$platform/app/picking/waves')

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Orders that are released together, the latest wave first. */
export default function WavesPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { view, state, q, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const router = useRouter()
  const { why } = useCan()
  const { zone, brief: show } = useTimes()
  const [isCreating, setCreating] = useState(false)
  const list = useList('waves', search, waves.list)
  const query = { warehouse, q, view, state: state?.join(','), sort: search.sort }
  const found = useQuery({
    ...load(waves.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show), [paths, show])
  const table = useListTable('waves', columns)
  const create = (
    <Button look="primary" why={why(waves.create)} onClick={() => setCreating(true)}>
      Create wave…
    </Button>
  )
  return (
    <ListPage
      title="Waves"
      site={useWorkspaceName(slug)}
      tabs={<PickingViews open={table.openView ? undefined : 'waves'} />}
      actions={create}
      saved={{ route: waves.list, call: { params: { slug }, query }, rows: 'waves' }}
      list={list}
      reply={found}
      fallback="Couldn’t load waves"
      search={{ label: 'Search', placeholder: 'Number', command: 'Search waves' }}
      q={q}
      filters={[
        {
          key: 'view',
          label: 'View',
          value: view === 'all' ? undefined : view,
          promoted: true,
          none: 'All',
          options: optionsOf(waveViews),
        },
        {
          key: 'state',
          label: 'State',
          value: state?.join(','),
          promoted: true,
          options: Object.entries(waveStates).map(([value, { word }]) => ({ value, label: word })),
        },
      ]}
      caption={search.sort ? `Times in ${zone}` : `Latest first, times in ${zone}`}
      table={table}
      rowId={({ id }) => id}
      noMatch="No wave matches"
      none={
        <EmptyState title="No waves yet" action={create}>
          A wave releases many orders for picking together.
        </EmptyState>
      }
    >
      {isCreating && (
        <Suspense>
          <WaveDialog
            slug={slug}
            onSaved={({ id }) => void router.navigate({ href: paths.wave(id) })}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </ListPage>
  )
}
