import { adjustments, type Adjustment } from '@stowage/contract/warehouse/adjustments'
import { settings } from '@stowage/contract/warehouse/settings'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../api.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { FilterBar } from '../../parts/FilterBar.tsx'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { ListError } from '../../parts/ListError.tsx'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useList } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { SearchBox } from '../../parts/SearchBox.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useArranged } from '../../platforms/table-settings/use-arranged.tsx'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { useSite } from '../site.ts'
import { StockTabs } from '../stock/StockTabs.tsx'
import { useTimes } from '../times.ts'
import { adjustmentStates } from '../words.ts'

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
      <Link className="link whitespace-nowrap" href={paths.adjustment(id)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'State',
    cell: ({ state }) => (
      <StateBadge state={adjustmentStates[state].look}>{adjustmentStates[state].word}</StateBadge>
    ),
  },
  { header: 'Reason', cell: ({ reasonCode }) => reasons.get(reasonCode) ?? reasonCode },
  { header: 'Note', cell: ({ note }) => <span className="wrap-anywhere">{note || '-'}</span> },
  { header: 'Warehouse', wide: true, cell: ({ warehouseCode }) => warehouseCode },
  {
    header: 'Lines',
    wide: true,
    align: 'end',
    cell: ({ lineCount }) => <span className="tabular-nums">{lineCount}</span>,
  },
  {
    header: 'Made',
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
  const { zone, show } = useTimes()
  const { page, filter, pager, sorting } = useList('adjustments', search, adjustments.list)
  const query = { warehouse, q, state: state?.join(','), sort: search.sort }
  const list = useQuery({
    ...load(adjustments.list, { params: { slug }, query: { ...page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const reasons = useQuery({ ...load(settings.reasons, { params: { slug } }), staleTime: 60_000 })
  const columns = useMemo(
    () =>
      columnsOf(paths, show, new Map(reasons.data?.items.map(({ code, name }) => [code, name]))),
    [paths, show, reasons.data],
  )
  const arranged = useArranged('adjustments', columns)
  return (
    <Page
      title="Adjustments"
      site={useWorkspaceName(slug)}
      subtitle="Corrections of the books, and those that wait for approval"
      actions={
        <>
          <ExportButton
            route={adjustments.list}
            call={{ params: { slug }, query }}
            rows="adjustments"
            reply={list.data}
          />
          <LinkButton look="primary" href={paths.adjust()} why={why('stock.adjust.create')}>
            Adjust stock
          </LinkButton>
        </>
      }
    >
      <StockTabs />
      <FilterBar
        q={q ?? ''}
        onChange={filter}
        filters={[
          {
            ...{ key: 'state', label: 'State', value: state?.join(','), promoted: true },
            options: Object.entries(adjustmentStates).map(([value, { word }]) => ({
              value,
              label: word,
            })),
          },
        ]}
      >
        <SearchBox
          label="Search"
          placeholder="Number or note"
          command="Search the adjustments"
          q={q ?? ''}
          onChange={(text) => filter({ q: text || undefined })}
          scan
        />
      </FilterBar>
      {list.error && (
        <ListError
          error={list.error}
          fallback="Failed to load the adjustments"
          onRetry={() => void list.refetch()}
          onStart={pager.onStart}
        />
      )}
      {!(list.error && !list.data) && (
        <DataTable
          caption={search.sort ? `Times in ${zone}` : `Newest first, times in ${zone}`}
          {...arranged}
          sorting={sorting}
          rows={list.data?.items}
          rowId={({ id }) => id}
          busy={list.isPlaceholderData}
          pager={<KeysetPager {...pager} reply={list.data} busy={list.isFetching} />}
          empty={
            state?.length || q ? (
              <EmptyState
                title="No adjustment matches"
                action={
                  <Button onClick={() => filter({ state: undefined, q: undefined })}>
                    Clear filters
                  </Button>
                }
              />
            ) : (
              <EmptyState title="Nothing was corrected yet">
                When the books and the shelf differ, adjust the stock and say why.
              </EmptyState>
            )
          }
        />
      )}
    </Page>
  )
}
