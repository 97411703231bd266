import { orders } from '@stowage/contract/orders/orders'
import { z } from 'zod'
import { listSearch } from '../../workspace/list-search.ts'
import { page, searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage('orders', listSearch(orders.list), () => import('./OrdersPage.tsx'), { view: 'all' }),
  searchPage(
    'orders/new',
    z.object({ from: z.uuid().optional(), customer: z.uuid().optional() }),
    () => import('./NewOrderPage.tsx'),
  ),
  page('orders/$orderId', () => import('./OrderPage.tsx')),
] as const
