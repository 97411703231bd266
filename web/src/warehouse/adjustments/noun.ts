import type { Noun } from '../../workspace/noun.ts'
import { adjustmentPaths } from './paths.ts'

export const adjustments = {
  pages: ['stock/adjust', 'stock/adjustments', 'stock/adjustments/$adjustmentId'],
  routes: () => import('./routes.tsx'),
  paths: adjustmentPaths,
  under: 'stock',
} satisfies Noun
