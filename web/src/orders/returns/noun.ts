import { Undo2 } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { returnPaths } from './paths.ts'

export const returns = {
  pages: ['returns', 'returns/new', 'returns/$returnId'],
  routes: () => import('./routes.tsx'),
  paths: returnPaths,
  rail: [
    {
      group: 'Orders',
      name: 'Returns',
      page: 'returns',
      icon: Undo2,
      keys: 'g r',
      needs: 'return.read',
    },
  ],
} satisfies Noun
