import { ClipboardList } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { pickingPaths } from './paths.ts'

export const picking = {
  pages: ['picking'],
  routes: () => import('./routes.tsx'),
  paths: pickingPaths,
  rail: [
    {
      group: 'Orders',
      name: 'Picking',
      page: 'picking',
      icon: ClipboardList,
      keys: 'g k',
      needs: 'order.read',
    },
  ],
} satisfies Noun
