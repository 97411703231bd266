import type { Noun } from '../../workspace/noun.ts'
import { orderReportPaths } from './paths.ts'

export const orderReports = {
  pages: [
    'reports/backorders',
    'reports/cycle-time',
    'reports/productivity',
    'reports/short-picks',
  ],
  routes: () => import('./routes.tsx'),
  paths: orderReportPaths,
  under: 'reports',
} satisfies Noun
