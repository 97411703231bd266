import { waves } from '@stowage/contract/orders/waves'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'picking/waves',
  validateSearch: searchOf(
    waves.list.query.omit(notOwn).extend({ ...paged, ...sortOf(waves.list) }),
  ),
  search: { middlewares: [stripSearchParams({ view: 'all' })] },
  component: lazyRouteComponent(() => import('./WavesPage.tsx')),
})
const one = createRoute({
  getParentRoute: () => workspace,
  path: 'picking/waves/$waveId',
  validateSearch: searchOf(
    waves.orders.query.omit({ cursor: true, limit: true, count: true, sort: true }).extend(paged),
  ),
  component: lazyRouteComponent(() => import('./WavePage.tsx')),
})

export const routes = [list, one] as const
