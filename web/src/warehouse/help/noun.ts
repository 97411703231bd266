import { CircleHelp } from 'lucide-react'
import type { At, Noun } from '../../workspace/noun.ts'

export const help = {
  pages: ['help'],
  routes: () => import('./routes.tsx'),
  paths: (at: At) => ({ help: at('help') }),
  rail: [{ group: 'Setup', name: 'Help', page: 'help', icon: CircleHelp }],
} satisfies Noun
