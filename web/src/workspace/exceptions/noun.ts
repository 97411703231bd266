import { TriangleAlert } from 'lucide-react'
import type { Noun } from '../noun.ts'
import { exceptionPaths } from './paths.ts'

export const exceptions = {
  pages: ['exceptions'],
  routes: () => import('./routes.tsx'),
  paths: exceptionPaths,
  rail: [
    {
      group: 'Orders',
      name: 'Exceptions',
      page: 'exceptions',
      icon: TriangleAlert,
      keys: 'g q',
      needs: 'stock.read',
    },
  ],
} satisfies Noun
