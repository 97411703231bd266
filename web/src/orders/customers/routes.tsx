import { customers } from '@stowage/contract/orders/customers'
import { listSearch } from '../../workspace/list-search.ts'
import { page, searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage('customers', listSearch(customers.list), () => import('./CustomersPage.tsx')),
  page('customers/new', () => import('./NewCustomerPage.tsx')),
  page('customers/$customerId', () => import('./CustomerPage.tsx')),
] as const
