import { stockViews } from '@stowage/contract/warehouse/stock-views'
import { z } from 'zod'
import { listSearch, paged } from '../../workspace/list-search.ts'
import { searchPage } from '../../workspace/routes.tsx'

const { shape } = stockViews.asOf.query
const asOf = z.object({
  ...paged,
  at: z.iso.datetime().optional(),
  known: z.enum(['then', 'now']).default('now'),
  by: shape.by,
  cursor: shape.cursor,
  count: shape.count,
})
const { from: since, to: until } = stockViews.ledger.query.shape

export const routes = [
  searchPage('stock', listSearch(stockViews.buckets), () => import('./StockPage.tsx'), {
    empty: 'without',
  }),
  searchPage('stock/levels', listSearch(stockViews.levels), () => import('./LevelsPage.tsx'), {
    kind: 'site',
  }),
  searchPage('stock/as-of', asOf, () => import('./AsOfPage.tsx'), { known: 'now', by: 'variant' }),
  // The period is `since` and `until`, because `from` is the number of the first row.
  searchPage(
    'stock/ledger',
    listSearch(stockViews.ledger).omit({ to: true }).extend({ since, until }),
    () => import('./LedgerPage.tsx'),
  ),
  searchPage(
    'stock/grid',
    stockViews.grid.query
      .omit({ warehouse: true, limit: true })
      .extend({ from: paged.from, acrossFrom: paged.from }),
    () => import('./GridPage.tsx'),
    { show: 'stocked' },
  ),
] as const
