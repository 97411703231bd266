import { picking } from '@stowage/contract/orders/picking'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'picking',
  validateSearch: searchOf(
    picking.list.query
      .omit({ ...notOwn, q: true, ids: true, batch: true })
      .extend({ ...paged, ...sortOf(picking.list) }),
  ),
  search: { middlewares: [stripSearchParams({ view: 'all' })] },
  component: lazyRouteComponent(() => import('./PickingPage.tsx')),
})

export const routes = [list] as const
