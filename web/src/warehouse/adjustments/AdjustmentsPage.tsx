import { adjustments, type Adjustment } from '@stowage/contract/warehouse/adjustments'
import { settings } from '@stowage/contract/warehouse/settings'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { useSite } from '../../workspace/site.ts'
import { StockTabs } from '../stock/StockTabs.tsx'
import { useTimes } from '../../workspace/times.ts'
import { adjustmentStates } from './words.ts'

const route = getRouteApi('/$platform/app/stock/adjustments')

type Listed = Omit<Adjustment, 'lines'> & { lineCount: number }

const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
  reasons: ReadonlyMap<string, string>,
): Column<Listed>[] => [
  {
    header: 'Adjustment',
    sort: 'number',
    cell: ({ id, number }) => (
      <Link className="link" href={paths.adjustment(id)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'State',
    card: 'state',
    keep: 3,
    cell: ({ state }) => (
      <StateBadge state={adjustmentStates[state].look}>{adjustmentStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'Reason',
    card: 'value',
    cell: ({ reasonCode }) => reasons.get(reasonCode) ?? reasonCode,
  },
  { header: 'Note', card: 'value', grow: 'sm:min-w-32', cell: ({ note }) => note || '-' },
  { header: 'Warehouse', wide: true, cell: ({ warehouseCode }) => warehouseCode },
  {
    header: 'Lines',
    wide: true,
    align: 'end',
    cell: ({ lineCount }) => lineCount,
  },
  {
    header: 'Created',
    card: 'number',
    keep: 3,
    sort: 'createdAt',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{show(createdAt)}</time>,
  },
]

/** All corrections, the newest first; those that wait for somebody are a press away. */
export default function AdjustmentsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { state, q, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const { why } = useCan()
  const paths = usePaths()
  const { zone, brief: show } = useTimes()
  const list = useList('adjustments', search, adjustments.list)
  const query = { warehouse, q, state: state?.join(','), sort: search.sort }
  const reply = useQuery({
    ...load(adjustments.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const reasons = useQuery({ ...load(settings.reasons, { params: { slug } }), staleTime: 60_000 })
  const columns = useMemo(
    () =>
      columnsOf(paths, show, new Map(reasons.data?.items.map(({ code, name }) => [code, name]))),
    [paths, show, reasons.data],
  )
  const table = useListTable('adjustments', columns)
  return (
    <ListPage
      title="Adjustments"
      site={useWorkspaceName(slug)}
      tabs={<StockTabs />}
      actions={
        <LinkButton look="primary" href={paths.adjust()} why={why(adjustments.create)}>
          Adjust stock
        </LinkButton>
      }
      saved={{ route: adjustments.list, call: { params: { slug }, query }, rows: 'adjustments' }}
      list={list}
      reply={reply}
      fallback="Couldn’t load adjustments"
      search={{
        label: 'Search',
        placeholder: 'Number or note',
        command: 'Search adjustments',
      }}
      q={q}
      filters={[
        {
          key: 'state',
          label: 'State',
          value: state?.join(','),
          promoted: true,
          options: Object.entries(adjustmentStates).map(([value, { word }]) => ({
            value,
            label: word,
          })),
        },
      ]}
      caption={search.sort ? `Times in ${zone}` : `Newest first, times in ${zone}`}
      table={table}
      rowId={({ id }) => id}
      noMatch="No adjustment matches"
      none={
        <EmptyState title="No adjustments yet">
          Adjust stock when a recorded quantity doesn’t match the shelf.
        </EmptyState>
      }
    />
  )
}
