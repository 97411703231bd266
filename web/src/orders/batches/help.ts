import type { Topics } from '../../help/topics.ts'

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
