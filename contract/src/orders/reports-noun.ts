import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'report.productivity.read': 'view how much each member picks and packs',
  },
  roles: {
    'report.productivity.read': ['warehouse_manager'],
  },
} as const satisfies Rights
