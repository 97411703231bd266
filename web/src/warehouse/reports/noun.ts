import { ChartColumn } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { reportPaths } from './paths.ts'

export const reports = {
  pages: ['reports', 'reports/movement'],
  routes: () => import('./routes.tsx'),
  paths: reportPaths,
  rail: [
    {
      group: 'Insight',
      name: 'Reports',
      page: 'reports',
      icon: ChartColumn,
      keys: 'g a',
      needs: 'report.operational.read',
    },
  ],
} satisfies Noun
