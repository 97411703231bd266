import { Package } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { packingPaths } from './paths.ts'

export const packing = {
  pages: ['packing', 'packing/$fulfillmentId'],
  routes: () => import('./routes.tsx'),
  paths: packingPaths,
  rail: [
    {
      group: 'Orders',
      name: 'Packing',
      page: 'packing',
      icon: Package,
      keys: 'g d',
      needs: 'order.read',
    },
  ],
} satisfies Noun
