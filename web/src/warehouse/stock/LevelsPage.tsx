import { stock, type StockLevel } from '@stowage/contract/warehouse/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatQuantity } from '../../app/format.ts'
import type { QuantityWord } from '../../help/quantities.ts'
import { load } from '../../app/api.ts'
import { Definition } from '../../help/Definition.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { useSite } from '../../workspace/site.ts'
import { compareQuantities } from '../products/quantities.ts'
import { StockTabs } from './StockTabs.tsx'

const route = getRouteApi('/$platform/app/stock/levels')

const states = [
  { value: 'low', label: 'Below the reorder point' },
  { value: 'out', label: 'Out of stock' },
  { value: 'backordered', label: 'Backordered' },
  { value: 'unavailable', label: 'Unavailable' },
]

const number = (header: QuantityWord, of: (level: StockLevel) => string): Column<StockLevel> => ({
  header,
  title: <Definition of={header} />,
  align: 'end',
  cell: (level) => formatQuantity(of(level)),
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
    card: 'value',
    cell: ({ sku }) => (
      <Link className="link" href={paths.product(sku)}>
        {sku}
      </Link>
    ),
  },
  {
    header: 'Name',
    sort: 'name',
    card: 'title',
    grow: 'sm:min-w-32',
    cell: ({ name }) => name || '-',
  },
  ...(isOfAll
    ? [
        {
          header: 'Warehouse',
          card: 'value' as const,
          cell: ({ warehouseCode }: StockLevel) => warehouseCode,
        },
      ]
    : []),
  { header: 'State', card: 'state', keep: 3, cell: (level) => <State level={level} /> },
  {
    header: 'On hand',
    title: <Definition of="On hand" />,
    card: 'number',
    keep: 4,
    align: 'end',
    cell: ({ variantId, sku, onHand, unit }) => (
      <Link
        className="link"
        aria-label={`${formatQuantity(onHand)} ${unit} of ${sku}: show locations`}
        href={paths.stock({ variant: variantId })}
      >
        {`${formatQuantity(onHand)} ${unit}`}
      </Link>
    ),
  },
  wide(number('Unavailable', ({ unavailable }) => unavailable)),
  wide(number('Reserved', ({ reserved }) => reserved)),
  { ...number('Available', ({ available }) => available), card: 'value', keep: 4 },
  wide(number('Backordered', ({ backordered }) => backordered)),
  wide(number('Incoming', ({ incoming }) => incoming)),
]

/** What each warehouse has of each item, in the words of the whole product. */
export default function LevelsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { state, variant, q, ...search } = route.useSearch()
  const { id: warehouse, warehouse: site } = useSite()
  const paths = usePaths()
  const list = useList('levels', search, stock.levels)
  const query = { warehouse, variant, state, q, sort: search.sort }
  const levels = useQuery({
    ...load(stock.levels, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, !site), [paths, site])
  const table = useListTable('levels', columns)
  return (
    <ListPage
      title="Stock by item"
      site={useWorkspaceName(slug)}
      tabs={<StockTabs />}
      saved={{ route: stock.levels, call: { params: { slug }, query }, rows: 'items' }}
      list={list}
      reply={levels}
      fallback="Couldn’t load stock"
      search={{
        label: 'Search',
        placeholder: 'SKU or name',
        command: 'Search stock by item',
      }}
      q={q}
      filters={[
        { key: 'state', label: 'State', value: state, options: states, promoted: true },
        ...(variant === undefined
          ? []
          : [
              {
                key: 'variant',
                label: 'Item',
                value: variant,
                options: [{ value: variant, label: levels.data?.items[0]?.sku ?? 'selected' }],
              },
            ]),
      ]}
      caption="By item and warehouse"
      table={table}
      rowId={({ variantId, warehouseId }) => `${variantId} ${warehouseId}`}
      noMatch="No item matches"
      none={<EmptyState title="No stock yet">Items appear here once they are received.</EmptyState>}
    />
  )
}
