import { SlidersHorizontal } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  settings: at('settings'),
  /** The settings of the whole workspace: its stock rules, its reasons. */
  setup: (tab: string) => at('settings', { tab }),
  verification: at('settings', { tab: 'verification' }),
})

export const topics: Topics = {
  settings: {
    title: 'Workspace settings',
    about: 'Your profile in this workspace, and the settings of the workspace.',
    tasks: [
      'Stock rules set currency, approval, valuation and backorders.',
      'Reasons are offered when stock changes.',
      'Warehouse access limits members to some warehouses.',
      'Integrity check recalculates every quantity from the stock history.',
    ],
  },
}

export const settings = {
  pages: ['settings'],
  routes: () => import('./routes.tsx'),
  paths,
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
