import { Truck } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { shippingPaths } from './paths.ts'

export const shipping = {
  pages: ['shipping'],
  routes: () => import('./routes.tsx'),
  paths: shippingPaths,
  rail: [
    {
      group: 'Orders',
      name: 'Shipping',
      page: 'shipping',
      icon: Truck,
      keys: 'g v',
      needs: 'order.read',
    },
  ],
} satisfies Noun
