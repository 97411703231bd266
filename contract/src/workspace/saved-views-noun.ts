import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'view.share': 'share views of lists',
  },
  roles: {
    'view.share': ['warehouse_manager', 'order_manager'],
  },
} as const satisfies Rights

export const audit = ['VIEW_SHARED', 'VIEW_UNSHARED'] as const
