import { ArrowLeftRight, Boxes } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { stockPaths } from './paths.ts'

export const stock = {
  pages: ['stock', 'stock/levels', 'stock/as-of', 'stock/ledger', 'stock/move'],
  routes: () => import('./routes.tsx'),
  paths: stockPaths,
  rail: [
    {
      group: 'Inventory',
      name: 'Stock',
      page: 'stock',
      icon: Boxes,
      keys: 'g i',
      needs: 'stock.read',
    },
    {
      group: 'Inventory',
      name: 'Stock history',
      page: 'stock/ledger',
      icon: ArrowLeftRight,
      keys: 'g m',
      needs: 'stock.history.read',
    },
  ],
} satisfies Noun
