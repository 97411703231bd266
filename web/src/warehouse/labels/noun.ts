import { Tag } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { labelPaths } from './paths.ts'

export const labels = {
  pages: ['labels'],
  routes: () => import('./routes.tsx'),
  paths: labelPaths,
  rail: [{ group: 'Setup', name: 'Labels', page: 'labels', icon: Tag, needs: 'print.use' }],
} satisfies Noun
