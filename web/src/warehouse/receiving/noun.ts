import { PackagePlus } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { receivingPaths } from './paths.ts'

export const receiving = {
  pages: ['receiving', 'receiving/new', 'receiving/$receiptId'],
  routes: () => import('./routes.tsx'),
  paths: receivingPaths,
  rail: [
    {
      group: 'Inbound',
      name: 'Receiving',
      page: 'receiving',
      icon: PackagePlus,
      keys: 'g b',
      needs: 'stock.read',
    },
  ],
} satisfies Noun
