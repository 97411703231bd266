import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'fulfillments',
  validateSearch: searchOf(
    fulfillments.list.query.omit(notOwn).extend({ ...paged, ...sortOf(fulfillments.list) }),
  ),
  component: lazyRouteComponent(() => import('./FulfillmentsPage.tsx')),
})
const fulfillment = createRoute({
  getParentRoute: () => workspace,
  path: 'fulfillments/$fulfillmentId',
  component: lazyRouteComponent(() => import('./FulfillmentPage.tsx')),
})

export const routes = [list, fulfillment] as const
