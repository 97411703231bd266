import { CircleHelp } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({ help: at('help') })

export const topics: Topics = {
  help: {
    title: 'Help',
    about: 'Scanner setup, a practice sheet, keyboard shortcuts and terms.',
    tasks: [],
  },
}

export const help = {
  pages: ['help'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [{ group: 'Setup', name: 'Help', page: 'help', icon: CircleHelp }],
} satisfies Noun
