import type { Noun } from '../../workspace/noun.ts'
import { manifestPaths } from './paths.ts'

export const manifests = {
  pages: ['shipping/hand-over', 'shipping/manifests', 'shipping/manifests/$manifestId'],
  routes: () => import('./routes.tsx'),
  paths: manifestPaths,
  commands: [{ name: 'Hand over to carriers', page: 'shipping/hand-over', needs: 'order.read' }],
} satisfies Noun
