import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  batches: (search: { view?: string; wave?: string } = {}) => at('picking/batches', search),
  batch: (batchId: string) => at(`picking/batches/${encodeURIComponent(batchId)}`),
})

export const topics: Topics = {
  'picking/batches': {
    title: 'Pick batches',
    about: 'Tasks of several orders that one person picks on one walk.',
    tasks: [
      'To make a batch of the most urgent orders, select Create batch.',
      'To pick each order into its own tote, choose Cluster.',
      'To pick a batch with a scanner, open it in floor mode. To pick on paper, select Print pick list.',
      'To change who picks it, open the batch and select Assign.',
    ],
  },
}

export const batches = {
  pages: ['picking/batches', 'picking/batches/$batchId'],
  routes: () => import('./routes.tsx'),
  paths,
  commands: [{ name: 'Pick batches', page: 'picking/batches', needs: 'wave.read' }],
} satisfies Noun
