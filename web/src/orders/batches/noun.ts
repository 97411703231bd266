import type { Noun } from '../../workspace/noun.ts'
import { batchPaths } from './paths.ts'

export const batches = {
  pages: ['picking/batches', 'picking/batches/$batchId'],
  routes: () => import('./routes.tsx'),
  paths: batchPaths,
  commands: [{ name: 'Pick batches', page: 'picking/batches', needs: 'wave.read' }],
} satisfies Noun
