import { TriangleAlert } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../noun.ts'

export const paths = (at: At) => ({
  exceptions: (search: { kind?: string; owner?: string; state?: string } = {}) =>
    at('exceptions', search),
})

export const topics: Topics = {
  exceptions: {
    title: 'Exceptions',
    about:
      'What went wrong and waits for somebody: short picks, unknown codes, holds and failures.',
    tasks: [
      'To see what to do, select More. The first button leads to where it is done.',
      'To take care of one, select Assign to me. To give it to somebody else, select Assign.',
      'To leave one out until later, select Snooze. The view Snoozed shows it.',
      'To end one, select Resolve. It is listed again when it happens again.',
    ],
  },
}

export const exceptions = {
  pages: ['exceptions'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Orders',
      name: 'Exceptions',
      page: 'exceptions',
      icon: TriangleAlert,
      keys: 'g q',
      needs: 'stock.read',
    },
  ],
} satisfies Noun
