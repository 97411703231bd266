import { Store } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({ channels: at('channels') })

export const topics: Topics = {
  channels: {
    title: 'Channels',
    about: 'Where orders come from, and how they are confirmed and shipped.',
    tasks: [
      'To connect a shop, add a channel and create an API key in Settings.',
      'To ship from some warehouses only, add them to the channel in order of preference.',
      'To confirm orders as they arrive, select Confirm orders automatically.',
      'To stop using a channel, archive it. Its orders are kept.',
    ],
  },
}

export const channels = {
  pages: ['channels'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [{ group: 'Setup', name: 'Channels', page: 'channels', icon: Store, needs: 'order.read' }],
} satisfies Noun
