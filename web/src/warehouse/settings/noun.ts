import { SlidersHorizontal } from 'lucide-react'
import type { Noun } from '../../workspace/noun.ts'
import { settingsPaths } from './paths.ts'

export const settings = {
  pages: ['settings'],
  routes: () => import('./routes.tsx'),
  paths: settingsPaths,
  rail: [
    {
      group: 'Setup',
      name: 'Settings',
      page: 'settings',
      search: { tab: 'warehouse' },
      icon: SlidersHorizontal,
      needs: 'stock.read',
    },
  ],
  commands: [{ name: 'Settings', page: 'settings', keys: 'g s' }],
} satisfies Noun
