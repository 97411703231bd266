import { returns, returnViews } from '@stowage/contract/orders/returns'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'returns',
  validateSearch: searchOf(
    returns.list.query.omit({ ...notOwn, order: true, variant: true }).extend({
      ...paged,
      ...sortOf(returns.list),
      view: z.enum([...returnViews, 'all']).default('all'),
    }),
  ),
  search: { middlewares: [stripSearchParams({ view: 'all' })] },
  component: lazyRouteComponent(() => import('./ReturnsPage.tsx')),
})
const create = createRoute({
  getParentRoute: () => workspace,
  path: 'returns/new',
  validateSearch: searchOf(z.object({ order: z.uuid().optional() })),
  component: lazyRouteComponent(() => import('./NewReturnPage.tsx')),
})
const one = createRoute({
  getParentRoute: () => workspace,
  path: 'returns/$returnId',
  component: lazyRouteComponent(() => import('./ReturnPage.tsx')),
})

export const routes = [list, create, one] as const
