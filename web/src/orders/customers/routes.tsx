import { customers } from '@stowage/contract/orders/customers'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { paged, sortOf } from '../../workspace/list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'customers',
  validateSearch: searchOf(
    customers.list.query.omit({ format: true }).extend({ ...paged, ...sortOf(customers.list) }),
  ),
  component: lazyRouteComponent(() => import('./CustomersPage.tsx')),
})
const create = createRoute({
  getParentRoute: () => workspace,
  path: 'customers/new',
  component: lazyRouteComponent(() => import('./NewCustomerPage.tsx')),
})
const customer = createRoute({
  getParentRoute: () => workspace,
  path: 'customers/$customerId',
  component: lazyRouteComponent(() => import('./CustomerPage.tsx')),
})

export const routes = [list, create, customer] as const
