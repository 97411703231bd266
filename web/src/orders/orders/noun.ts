import { ShoppingCart } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { orderPaths } from './paths.ts'

export const orders = {
  pages: ['orders', 'orders/new', 'orders/$orderId'],
  routes: () => import('./routes.tsx'),
  paths: orderPaths,
  rail: [
    {
      group: 'Orders',
      name: 'Orders',
      page: 'orders',
      icon: ShoppingCart,
      keys: 'g o',
      needs: 'order.read',
    },
  ],
} satisfies Noun
