import type { Topic, Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  adjust: (search: { sku?: string; bucket?: string } = {}) => at('stock/adjust', search),
  adjustments: (search: { state?: string } = {}) => at('stock/adjustments', search),
  adjustment: (id: string) => at(`stock/adjustments/${encodeURIComponent(id)}`),
})

const adjusting: Topic = {
  title: 'Adjust stock',
  about: 'Corrects a recorded quantity, by a difference or to a new quantity, with a reason.',
  tasks: [
    'If stock changes while you count, you see both quantities before anything is posted.',
    'Adjustments above the approval limit wait for another member.',
  ],
}

export const topics: Topics = {
  'stock/adjust': adjusting,
  'stock/adjustments': adjusting,
}

export const adjustments = {
  pages: ['stock/adjust', 'stock/adjustments', 'stock/adjustments/$adjustmentId'],
  routes: () => import('./routes.tsx'),
  paths,
  under: 'stock',
} satisfies Noun
