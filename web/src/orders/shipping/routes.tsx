import { shipping } from '@stowage/contract/orders/shipping'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'shipping',
  validateSearch: searchOf(
    shipping.list.query.omit(notOwn).extend({ ...paged, ...sortOf(shipping.list) }),
  ),
  component: lazyRouteComponent(() => import('./ShippingPage.tsx')),
})

export const routes = [list] as const
