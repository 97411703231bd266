import type { Noun } from '../noun.ts'
import { teamPaths } from './paths.ts'

export const team = {
  pages: ['team'],
  routes: () => import('./routes.tsx'),
  paths: teamPaths,
  commands: [{ name: 'Team', page: 'team' }],
} satisfies Noun
