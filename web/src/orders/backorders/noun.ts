import { Hourglass } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  backorders: (search: { variant?: string; customer?: string } = {}) =>
    at('orders/backorders', search),
})

export const topics: Topics = {
  'orders/backorders': {
    title: 'Backorders',
    about: 'Order lines waiting for stock, in the order they are served.',
    tasks: [
      'To serve a line earlier, raise its priority. 9 is served first.',
      'To see lines that another warehouse could serve, set the filter Elsewhere to Available.',
      'A receipt serves waiting lines of its warehouse first, then those an order may ship from it.',
    ],
  },
}

export const backorders = {
  pages: ['orders/backorders'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Orders',
      name: 'Backorders',
      page: 'orders/backorders',
      icon: Hourglass,
      keys: 'g w',
      needs: 'order.read',
    },
  ],
} satisfies Noun
