import { backorders } from '@stowage/contract/orders/backorders'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'orders/backorders',
  validateSearch: searchOf(
    backorders.list.query.omit(notOwn).extend({ ...paged, ...sortOf(backorders.list) }),
  ),
  search: { middlewares: [stripSearchParams({ elsewhere: 'any' })] },
  component: lazyRouteComponent(() => import('./BackordersPage.tsx')),
})

export const routes = [list] as const
