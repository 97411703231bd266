import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { listSearch } from '../../workspace/list-search.ts'
import { page, searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage('fulfillments', listSearch(fulfillments.list), () => import('./FulfillmentsPage.tsx')),
  page('fulfillments/$fulfillmentId', () => import('./FulfillmentPage.tsx')),
] as const
