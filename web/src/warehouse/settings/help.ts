import type { Topics } from '../../help/topics.ts'

export const topics: Topics = {
  settings: {
    title: 'Workspace settings',
    about: 'Your profile in this workspace, and the settings of the workspace.',
    tasks: [
      'Stock rules set currency, approval and valuation.',
      'Reasons are offered when stock changes.',
      'Warehouse access limits members to some warehouses.',
      'Integrity check recalculates every quantity from the stock history.',
    ],
  },
}
