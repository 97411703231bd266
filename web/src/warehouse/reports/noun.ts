import { ChartColumn } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  reports: at('reports'),
  movementReport: at('reports/movement'),
})

export const topics: Topics = {
  reports: {
    title: 'Reports',
    about: 'Reports about stock and orders, always up to date.',
    tasks: [],
  },
  'reports/movement': {
    title: 'Stock movement',
    about:
      'Opening, in, out and closing quantity per SKU for a period, in the days of each warehouse.',
    tasks: [
      'To see the entries behind a quantity, select it.',
      'Moves between locations of one warehouse aren’t counted.',
      'If a row doesn’t add up, run the integrity check in Settings.',
    ],
  },
}

export const reports = {
  pages: ['reports', 'reports/movement'],
  routes: () => import('./routes.tsx'),
  paths,
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
