import { stock } from '@stowage/contract/warehouse/stock'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const buckets = createRoute({
  getParentRoute: () => workspace,
  path: 'stock',
  validateSearch: searchOf(
    stock.buckets.query
      .omit({ ...notOwn, ids: true })
      .extend({ ...paged, ...sortOf(stock.buckets) }),
  ),
  search: { middlewares: [stripSearchParams({ empty: 'without' })] },
  component: lazyRouteComponent(() => import('./StockPage.tsx')),
})
const levels = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/levels',
  validateSearch: searchOf(
    stock.levels.query.omit(notOwn).extend({ ...paged, ...sortOf(stock.levels) }),
  ),
  search: { middlewares: [stripSearchParams({ kind: 'site' })] },
  component: lazyRouteComponent(() => import('./LevelsPage.tsx')),
})
const asOf = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/as-of',
  validateSearch: searchOf(
    z.object({
      ...paged,
      at: z.iso.datetime().optional(),
      known: z.enum(['then', 'now']).default('now'),
      by: stock.asOf.query.shape.by,
      cursor: stock.asOf.query.shape.cursor,
      count: stock.asOf.query.shape.count,
    }),
  ),
  search: { middlewares: [stripSearchParams({ known: 'now', by: 'variant' })] },
  component: lazyRouteComponent(() => import('./AsOfPage.tsx')),
})
const ledgerQuery = stock.ledger.query
const ledger = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/ledger',
  // The period is `since` and `until`, because `from` is the number of the first row.
  validateSearch: searchOf(
    ledgerQuery.omit({ ...notOwn, to: true }).extend({
      ...paged,
      ...sortOf(stock.ledger),
      since: ledgerQuery.shape.from,
      until: ledgerQuery.shape.to,
    }),
  ),
  component: lazyRouteComponent(() => import('./LedgerPage.tsx')),
})
const move = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/move',
  validateSearch: searchOf(
    z.object({
      sku: z.string().max(64).optional(),
      bucket: z.string().max(19).optional(),
      /** Ids of several stock lines. */
      buckets: z.string().max(2_000).optional(),
      change: z.enum(['status']).optional(),
    }),
  ),
  component: lazyRouteComponent(() => import('./MovePage.tsx')),
})

export const routes = [buckets, levels, asOf, ledger, move] as const
