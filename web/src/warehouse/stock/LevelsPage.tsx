import { stock, type StockLevel } from '@stowage/contract/warehouse/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatQuantity } from '../../format.ts'
import { load } from '../../api.ts'
import { Definition } from '../../parts/Definition.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { FilterBar } from '../../parts/FilterBar.tsx'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { ListError } from '../../parts/ListError.tsx'
import { Link } from '../../parts/Link.tsx'
import { useList } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { SearchBox } from '../../parts/SearchBox.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useArranged } from '../../platforms/table-settings/use-arranged.tsx'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { useSite } from '../site.ts'
import { compareQuantities } from '../quantities.ts'
import { StockTabs } from './StockTabs.tsx'

const route = getRouteApi('/$platform/app/stock/levels')

const words = [
  ...(['On hand', 'Unavailable', 'Reserved', 'Available', 'Backordered', 'Incoming'] as const),
]
const states = [
  { value: 'low', label: 'Below the reorder point' },
  { value: 'out', label: 'Nothing on hand' },
  { value: 'backordered', label: 'Backordered' },
]

const number = (header: string, of: (level: StockLevel) => string): Column<StockLevel> => ({
  header,
  align: 'end',
  cell: (level) => <span className="tabular-nums">{formatQuantity(of(level))}</span>,
})

const wide = (column: Column<StockLevel>): Column<StockLevel> => ({ ...column, wide: true })

/** In words, beside the numbers, what needs attention. */
function State({ level: { onHand, available, backordered, reorderPoint } }: { level: StockLevel }) {
  if (compareQuantities(backordered, '0') > 0)
    return <StateBadge state="bad">Backordered</StateBadge>
  if (compareQuantities(onHand, '0') <= 0) return <StateBadge state="warn">Out</StateBadge>
  if (reorderPoint !== null && compareQuantities(available, reorderPoint) < 0)
    return <StateBadge state="warn">Low</StateBadge>
  return <StateBadge state="ok">In stock</StateBadge>
}

const columnsOf = (paths: WorkspacePaths, isOfAll: boolean): Column<StockLevel>[] => [
  {
    header: 'SKU',
    sort: 'sku',
    cell: ({ sku }) => (
      <Link className="link wrap-anywhere sm:block sm:min-w-20" href={paths.product(sku)}>
        {sku}
      </Link>
    ),
  },
  {
    header: 'Name',
    sort: 'name',
    cell: ({ name }) => <span className="wrap-anywhere sm:block sm:min-w-28">{name || '-'}</span>,
  },
  ...(isOfAll
    ? [{ header: 'Warehouse', cell: ({ warehouseCode }: StockLevel) => warehouseCode }]
    : []),
  { header: 'State', cell: (level) => <State level={level} /> },
  {
    header: 'On hand',
    align: 'end',
    cell: ({ variantId, sku, onHand, unit }) => (
      <Link
        className="link whitespace-nowrap tabular-nums"
        aria-label={`${formatQuantity(onHand)} ${unit} of ${sku}: show locations`}
        href={paths.stock({ variant: variantId })}
      >
        {`${formatQuantity(onHand)} ${unit}`}
      </Link>
    ),
  },
  wide(number('Unavailable', ({ unavailable }) => unavailable)),
  wide(number('Reserved', ({ reserved }) => reserved)),
  number('Available', ({ available }) => available),
  wide(number('Backordered', ({ backordered }) => backordered)),
  wide(number('Incoming', ({ incoming }) => incoming)),
]

/** What each warehouse has of each item, in the words of the whole product. */
export default function LevelsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { state, variant, q, ...search } = route.useSearch()
  const { id: warehouse, warehouse: site } = useSite()
  const paths = usePaths()
  const { page, filter, pager, sorting } = useList('levels', search, stock.levels)
  const query = { warehouse, variant, state, q, sort: search.sort }
  const levels = useQuery({
    ...load(stock.levels, { params: { slug }, query: { ...page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, !site), [paths, site])
  const arranged = useArranged('levels', columns)
  const isNarrowed = Boolean(state || variant || q)
  return (
    <Page
      title="Stock by item"
      site={useWorkspaceName(slug)}
      subtitle="What each warehouse has of each item"
      actions={
        <ExportButton
          route={stock.levels}
          call={{ params: { slug }, query }}
          rows="items"
          reply={levels.data}
        />
      }
    >
      <StockTabs />
      <FilterBar
        q={q ?? ''}
        onChange={(change) => filter(change)}
        filters={[{ key: 'state', label: 'State', value: state, options: states, promoted: true }]}
      >
        <SearchBox
          label="Search"
          placeholder="SKU or name"
          command="Search the items in stock"
          q={q ?? ''}
          onChange={(text) => filter({ q: text || undefined })}
          scan
        />
      </FilterBar>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        What the numbers mean:
        {words.map((word) => (
          <Definition key={word} of={word} />
        ))}
      </p>
      {levels.error && (
        <ListError
          error={levels.error}
          fallback="Failed to load the stock"
          onRetry={() => void levels.refetch()}
          onStart={pager.onStart}
        />
      )}
      {!(levels.error && !levels.data) && (
        <DataTable
          caption="By item and warehouse"
          {...arranged}
          sorting={sorting}
          rows={levels.data?.items}
          rowId={({ variantId, warehouseId }) => `${variantId} ${warehouseId}`}
          busy={levels.isPlaceholderData}
          pager={<KeysetPager {...pager} reply={levels.data} busy={levels.isFetching} />}
          empty={
            isNarrowed ? (
              <EmptyState
                title="No item matches"
                action={
                  <Button
                    onClick={() => filter({ state: undefined, variant: undefined, q: undefined })}
                  >
                    Clear filters
                  </Button>
                }
              />
            ) : (
              <EmptyState title="There is nothing in stock yet">
                An item shows here once some of it was received.
              </EmptyState>
            )
          }
        />
      )}
    </Page>
  )
}
