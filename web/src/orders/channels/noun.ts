import { Store } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { channelPaths } from './paths.ts'

export const channels = {
  pages: ['channels'],
  routes: () => import('./routes.tsx'),
  paths: channelPaths,
  rail: [{ group: 'Setup', name: 'Channels', page: 'channels', icon: Store, needs: 'order.read' }],
} satisfies Noun
