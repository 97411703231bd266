import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'report.operational.read': 'view reports',
  },
  roles: {
    'report.operational.read': [
      'warehouse_manager',
      'inventory_controller',
      'order_manager',
      'purchaser',
      'planner',
      'accountant',
      'viewer',
    ],
  },
} as const satisfies Rights
