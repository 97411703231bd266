import { Store } from 'lucide-react'
import type { At, Noun } from '../../workspace/noun.ts'

export const channels = {
  pages: ['channels'],
  routes: () => import('./routes.tsx'),
  paths: (at: At) => ({ channels: at('channels') }),
  rail: [{ group: 'Setup', name: 'Channels', page: 'channels', icon: Store, needs: 'order.read' }],
} satisfies Noun
