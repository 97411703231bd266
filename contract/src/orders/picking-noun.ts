import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'pick.perform': 'pick orders',
    'pick.assign': 'assign picks to members',
    'pick.short': 'report that too little was found',
  },
  roles: {
    'pick.perform': ['picker'],
    'pick.*': ['warehouse_manager'],
    'pick.assign': ['order_manager'],
    'pick.short': ['picker'],
  },
} as const satisfies Rights

export const audit = ['PICK_CONFIRMED', 'PICKS_ASSIGNED'] as const
