import type { At, Noun } from '../noun.ts'

export const team = {
  pages: ['team'],
  routes: () => import('./routes.tsx'),
  paths: (at: At) => ({ team: at('team') }),
  commands: [{ name: 'Team', page: 'team' }],
} satisfies Noun
