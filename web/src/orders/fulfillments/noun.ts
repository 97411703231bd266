import { PackageCheck } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { fulfillmentPaths } from './paths.ts'

export const fulfillments = {
  pages: ['fulfillments', 'fulfillments/$fulfillmentId'],
  routes: () => import('./routes.tsx'),
  paths: fulfillmentPaths,
  rail: [
    {
      group: 'Orders',
      name: 'Fulfillments',
      page: 'fulfillments',
      icon: PackageCheck,
      keys: 'g f',
      needs: 'order.read',
    },
  ],
} satisfies Noun
