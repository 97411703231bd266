import { FileUp } from 'lucide-react'
import type { Noun } from '../noun.ts'
import { importPaths } from './paths.ts'

export const imports = {
  pages: ['imports', 'imports/$importId'],
  routes: () => import('./routes.tsx'),
  paths: importPaths,
  rail: [{ group: 'Setup', name: 'Imports', page: 'imports', icon: FileUp, needs: 'import.run' }],
} satisfies Noun
