import { stock } from '@stowage/contract/warehouse/stock'
import { z } from 'zod'
import { listSearch, paged } from '../../workspace/list-search.ts'
import { searchPage } from '../../workspace/routes.tsx'

const { shape } = stock.asOf.query
const asOf = z.object({
  ...paged,
  at: z.iso.datetime().optional(),
  known: z.enum(['then', 'now']).default('now'),
  by: shape.by,
  cursor: shape.cursor,
  count: shape.count,
})
const { from: since, to: until } = stock.ledger.query.shape
const move = z.object({
  sku: z.string().max(64).optional(),
  bucket: z.string().max(19).optional(),
  /** Ids of several stock lines. */
  buckets: z.string().max(2_000).optional(),
  change: z.enum(['status']).optional(),
})

export const routes = [
  searchPage('stock', listSearch(stock.buckets), () => import('./StockPage.tsx'), {
    empty: 'without',
  }),
  searchPage('stock/levels', listSearch(stock.levels), () => import('./LevelsPage.tsx'), {
    kind: 'site',
  }),
  searchPage('stock/as-of', asOf, () => import('./AsOfPage.tsx'), { known: 'now', by: 'variant' }),
  // The period is `since` and `until`, because `from` is the number of the first row.
  searchPage(
    'stock/ledger',
    listSearch(stock.ledger).omit({ to: true }).extend({ since, until }),
    () => import('./LedgerPage.tsx'),
  ),
  searchPage('stock/move', move, () => import('./MovePage.tsx')),
] as const
