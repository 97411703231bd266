import { Hourglass } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { backorderPaths } from './paths.ts'

export const backorders = {
  pages: ['orders/backorders'],
  routes: () => import('./routes.tsx'),
  paths: backorderPaths,
  rail: [
    {
      group: 'Orders',
      name: 'Backorders',
      page: 'orders/backorders',
      icon: Hourglass,
      keys: 'g w',
      needs: 'order.read',
    },
  ],
} satisfies Noun
