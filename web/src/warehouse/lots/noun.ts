import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  lots: (search: { variant?: string; expiry?: string; q?: string } = {}) =>
    at('stock/lots', search),
  lot: (id: string) => at(`stock/lots/${encodeURIComponent(id)}`),
})

export const topics: Topics = {
  'stock/lots': {
    title: 'Lots',
    about: 'Lots with their expiry dates and states.',
    tasks: [
      'To correct dates or the supplier lot, open a lot.',
      'To stop a lot from being used, put it on hold or recall it. The orders that have stock of it are listed.',
      'To print labels, select lots, then select Print labels.',
    ],
  },
}

export const lots = {
  pages: ['stock/lots', 'stock/lots/$lotId'],
  routes: () => import('./routes.tsx'),
  paths,
  under: 'stock',
} satisfies Noun
