import { stockViews, type StockLevel } from '@stowage/contract/warehouse/stock-views'
import type { FunctionComponent } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { Definition } from '../../help/Definition.tsx'
import type { QuantityWord } from '../../help/quantities.ts'
import { link, warehouse, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { listPage } from '../../workspace/list-page.tsx'
import { compareQuantities } from '../products/quantities.ts'
import { StockTabs } from '../stock/StockTabs.tsx'

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

/** List of stock levels by item and warehouse. */
const LevelsPage: FunctionComponent = listPage({
  page: '/$platform/app/stock/levels',
  route: stockViews.levels,
  name: 'levels',
  rows: 'items',
  title: 'Stock by item',
  tabs: () => <StockTabs />,
  search: { label: 'Search', placeholder: 'SKU or name', command: 'Search stock by item' },
  filters: [
    { key: 'state', label: 'State', options: states, promoted: true },
    { key: 'variant', label: 'Item', linked: (first) => first?.sku ?? 'selected' },
  ],
  columns: ({ paths, isOfAll }) => [
    link('SKU', ({ sku }) => [paths.product(sku), sku], { sort: 'sku', card: 'value' }),
    word('Name', ({ name }) => name, { sort: 'name', card: 'title', grow: 'sm:min-w-32' }),
    ...(isOfAll ? [warehouse<StockLevel>({ card: 'value' })] : []),
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
  ],
  rowId: ({ variantId, warehouseId }) => `${variantId} ${warehouseId}`,
  caption: 'By item and warehouse',
  fallback: 'Couldn’t load stock',
  noMatch: 'No item matches',
  none: { title: 'No stock yet', text: 'Items appear here once they are received.' },
})

export default LevelsPage
