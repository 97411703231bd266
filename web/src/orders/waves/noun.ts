import type { Noun } from '../../workspace/noun.ts'
import { wavePaths } from './paths.ts'

export const waves = {
  pages: ['picking/waves', 'picking/waves/$waveId'],
  routes: () => import('./routes.tsx'),
  paths: wavePaths,
  commands: [{ name: 'Waves', page: 'picking/waves', needs: 'wave.read' }],
} satisfies Noun
