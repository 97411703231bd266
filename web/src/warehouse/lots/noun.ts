import type { Noun } from '../../workspace/noun.ts'
import { lotPaths } from './paths.ts'

export const lots = {
  pages: ['stock/lots', 'stock/lots/$lotId'],
  routes: () => import('./routes.tsx'),
  paths: lotPaths,
  under: 'stock',
} satisfies Noun
