import { customers } from '@stowage/contract/orders/customers'
import { orders } from '@stowage/contract/orders/orders'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { searchOf } from '../search.ts'
import { paged, sortOf } from './paged.ts'
import { workspace } from './tenant.tsx'

const orderList = createRoute({
  getParentRoute: () => workspace,
  path: 'orders',
  validateSearch: searchOf(
    orders.list.query
      .omit({ warehouse: true, format: true })
      .extend({ ...paged, ...sortOf(orders.list) }),
  ),
  search: { middlewares: [stripSearchParams({ view: 'all' })] },
  component: lazyRouteComponent(() => import('../../orders/entry/OrdersPage.tsx')),
})
const newOrder = createRoute({
  getParentRoute: () => workspace,
  path: 'orders/new',
  validateSearch: searchOf(z.object({ from: z.uuid().optional() })),
  component: lazyRouteComponent(() => import('../../orders/entry/NewOrderPage.tsx')),
})
const order = createRoute({
  getParentRoute: () => workspace,
  path: 'orders/$orderId',
  component: lazyRouteComponent(() => import('../../orders/entry/OrderPage.tsx')),
})
const customerList = createRoute({
  getParentRoute: () => workspace,
  path: 'customers',
  validateSearch: searchOf(
    customers.list.query.omit({ format: true }).extend({ ...paged, ...sortOf(customers.list) }),
  ),
  component: lazyRouteComponent(() => import('../../orders/customers/CustomersPage.tsx')),
})
const newCustomer = createRoute({
  getParentRoute: () => workspace,
  path: 'customers/new',
  component: lazyRouteComponent(() => import('../../orders/customers/NewCustomerPage.tsx')),
})
const customer = createRoute({
  getParentRoute: () => workspace,
  path: 'customers/$customerId',
  component: lazyRouteComponent(() => import('../../orders/customers/CustomerPage.tsx')),
})

export const orderRoutes = [
  orderList,
  newOrder,
  order,
  customerList,
  newCustomer,
  customer,
] as const
