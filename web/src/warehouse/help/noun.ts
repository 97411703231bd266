import { CircleHelp } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { helpPaths } from './paths.ts'

export const help = {
  pages: ['help'],
  routes: () => import('./routes.tsx'),
  paths: helpPaths,
  rail: [{ group: 'Setup', name: 'Help', page: 'help', icon: CircleHelp }],
} satisfies Noun
