import { orders } from '@stowage/contract/orders/orders'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'orders',
  validateSearch: searchOf(
    orders.list.query.omit({ ...notOwn, ids: true }).extend({ ...paged, ...sortOf(orders.list) }),
  ),
  search: { middlewares: [stripSearchParams({ view: 'all' })] },
  component: lazyRouteComponent(() => import('./OrdersPage.tsx')),
})
const create = createRoute({
  getParentRoute: () => workspace,
  path: 'orders/new',
  validateSearch: searchOf(z.object({ from: z.uuid().optional() })),
  component: lazyRouteComponent(() => import('./NewOrderPage.tsx')),
})
const order = createRoute({
  getParentRoute: () => workspace,
  path: 'orders/$orderId',
  component: lazyRouteComponent(() => import('./OrderPage.tsx')),
})

export const routes = [list, create, order] as const
