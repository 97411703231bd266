import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

type Of = { category?: string | undefined; since?: string; until?: string }

export const paths = (at: At) => ({
  backorderReport: (search: { category?: string | undefined; age?: string } = {}) =>
    at('reports/backorders', search),
  cycleTimeReport: (search: Of & { step?: string } = {}) => at('reports/cycle-time', search),
  productivityReport: (search: Of = {}) => at('reports/productivity', search),
  shortReport: (search: Of & { by?: 'item' | 'location' } = {}) =>
    at('reports/short-picks', search),
})

export const topics: Topics = {
  'reports/backorders': {
    title: 'Backorders by item',
    about: 'What orders wait for, by SKU and by how long they have waited.',
    tasks: [
      'To see the order lines of a SKU, select their number.',
      'To see only lines of one age, select the number of lines of that age.',
      'A kit waits with its components. Each has an equal share of its price.',
    ],
  },
  'reports/cycle-time': {
    title: 'Cycle time',
    about: 'How long orders take from placed to shipped, for what was shipped in a period.',
    tasks: [
      'To list the slowest shipments of a step, select its number of shipments.',
      'Half of all shipments took the median or less, nine of ten the 90% value or less.',
      'Voided shipments aren’t counted.',
    ],
  },
  'reports/productivity': {
    title: 'Productivity',
    about: 'How many lines are picked and packed in an hour.',
    tasks: [
      'Time is counted from one line to the next. Gaps of more than 30 minutes are left out.',
      'A packed line counts when its package is closed.',
      'Only members with the right to it see the numbers of each member.',
    ],
  },
  'reports/short-picks': {
    title: 'Short picks',
    about: 'Where and of what picks were short in a period.',
    tasks: [
      'To see the picks behind a row, select More.',
      'The short rate is the share of picks that were reported short.',
      'A pick that was found in part counts as one confirmed and one short pick.',
    ],
  },
}

export const orderReports = {
  pages: [
    'reports/backorders',
    'reports/cycle-time',
    'reports/productivity',
    'reports/short-picks',
  ],
  routes: () => import('./routes.tsx'),
  paths,
  under: 'reports',
} satisfies Noun
