import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../noun.ts'

export const paths = (at: At) => ({ team: at('team') })

export const topics: Topics = {
  team: {
    title: 'Team',
    about: 'The workspace owner and admins manage members in their dashboard.',
    tasks: [],
  },
}

export const team = {
  pages: ['team'],
  routes: () => import('./routes.tsx'),
  paths,
  commands: [{ name: 'Team', page: 'team' }],
} satisfies Noun
