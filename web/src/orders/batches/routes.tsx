import { batches } from '@stowage/contract/orders/batches'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'picking/batches',
  validateSearch: searchOf(
    batches.list.query.omit(notOwn).extend({ ...paged, ...sortOf(batches.list) }),
  ),
  search: { middlewares: [stripSearchParams({ view: 'all' })] },
  component: lazyRouteComponent(() => import('./BatchesPage.tsx')),
})
const one = createRoute({
  getParentRoute: () => workspace,
  path: 'picking/batches/$batchId',
  component: lazyRouteComponent(() => import('./BatchPage.tsx')),
})

export const routes = [list, one] as const
