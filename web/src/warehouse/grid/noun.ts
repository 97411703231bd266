import type { Noun } from '../../workspace/noun.ts'
import { gridPaths } from './paths.ts'

export const grid = {
  pages: ['stock/grid'],
  routes: () => import('./routes.tsx'),
  paths: gridPaths,
  commands: [{ name: 'Stock grid', page: 'stock/grid', keys: 'g e', needs: 'stock.read' }],
} satisfies Noun
