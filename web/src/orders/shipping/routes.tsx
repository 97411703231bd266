import { shipping } from '@stowage/contract/orders/shipping'
import { listSearch } from '../../workspace/list-search.ts'
import { searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage('shipping', listSearch(shipping.list), () => import('./ShippingPage.tsx')),
] as const
