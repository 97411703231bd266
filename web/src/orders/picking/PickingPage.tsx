import { picking, type OpenTask } from '@stowage/contract/orders/picking'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load, send } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { type ReadPage, wholePage } from '../../parts/selected.ts'
import { useSelection } from '../../parts/selection.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { columnsOf } from './columns.tsx'
import { PickingViews } from './PickingViews.tsx'
import { useTaskActions } from './use-task-actions.tsx'

const route = getRouteApi('/$platform/app/picking')

const noneOf = { all: 'Nothing to pick', mine: 'You have no tasks', free: 'No free tasks' } as const

/** What is still to be picked, in walking order. */
export default function PickingPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { view, fulfillment, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { zone, brief: show } = useTimes()
  const { why } = useCan()
  const list = useList('picking', search, picking.list)
  const query = { warehouse, view, fulfillment, sort: search.sort }
  const found = useQuery({
    ...load(picking.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show), [paths, show])
  const selection = useSelection(
    found.data?.items.map(({ id }) => id) ?? [],
    JSON.stringify(query),
    found.data,
  )
  const readPage: ReadPage<OpenTask> = (cursor) =>
    send(picking.list, { params: { slug }, query: { ...query, ...wholePage, cursor } })
  const { buttons, problem, dialog } = useTaskActions(selection, readPage)
  const table = useListTable('picking', columns)
  const first = found.data?.items[0]
  return (
    <ListPage
      title="Picking"
      site={useWorkspaceName(slug)}
      tabs={<PickingViews open={table.openView ? undefined : view} fulfillment={fulfillment} />}
      actions={
        <LinkButton look="primary" href={paths.floor} why={why(picking.confirm)}>
          Start picking
        </LinkButton>
      }
      saved={{ route: picking.list, call: { params: { slug }, query }, rows: 'tasks' }}
      list={list}
      reply={found}
      fallback="Couldn’t load the tasks"
      filters={
        fulfillment === undefined
          ? []
          : [
              {
                key: 'fulfillment',
                label: 'Fulfillment',
                value: fulfillment,
                options: [{ value: fulfillment, label: first?.fulfillment ?? 'Selected' }],
              },
            ]
      }
      caption={`In walking order, times in ${zone}`}
      table={table}
      rowId={({ id }) => id}
      selection={selection}
      selectionOf={{
        name: ({ sku, qty, location }) => `${formatQuantity(qty)} ${sku} from ${location}`,
        actions: buttons,
        problem,
      }}
      noMatch="Nothing left to pick here"
      none={
        <EmptyState
          title={noneOf[view]}
          {...(view === 'all' && {
            action: (
              <LinkButton look="primary" href={paths.orders({ view: 'to_release' })}>
                Show orders to release
              </LinkButton>
            ),
          })}
        >
          {view === 'all'
            ? 'Release an order to get its pick tasks.'
            : view === 'mine' && 'Claim free tasks to pick them.'}
        </EmptyState>
      }
    >
      {dialog}
    </ListPage>
  )
}
