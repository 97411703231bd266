import { ClipboardList } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  picking: (search: { view?: string; fulfillment?: string } = {}) => at('picking', search),
})

export const topics: Topics = {
  picking: {
    title: 'Picking',
    about: 'What is still to be picked, in the order the locations are walked.',
    tasks: [
      'To pick with a scanner, select Start picking.',
      'To take tasks, select free ones and select Claim. Hand back makes them free again.',
      'To give tasks to a member, select them and select Assign.',
      'To pick several orders on one walk, open Batches. To release many orders together, open Waves.',
      'To pick one order, open its fulfillment and select Show tasks.',
    ],
  },
}

export const picking = {
  pages: ['picking'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Orders',
      name: 'Picking',
      page: 'picking',
      icon: ClipboardList,
      keys: 'g k',
      needs: 'order.read',
    },
  ],
} satisfies Noun
