import { lots } from '@stowage/contract/warehouse/lots'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const lotList = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/lots',
  validateSearch: searchOf(
    lots.list.query.omit({ ...notOwn, ids: true }).extend({ ...paged, ...sortOf(lots.list) }),
  ),
  search: { middlewares: [stripSearchParams({ empty: 'without' })] },
  component: lazyRouteComponent(() => import('./LotsPage.tsx')),
})
const lot = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/lots/$lotId',
  component: lazyRouteComponent(() => import('./LotPage.tsx')),
})

export const routes = [lotList, lot] as const
