import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'exception.resolve': 'assign, snooze and resolve exceptions',
  },
  roles: {
    'exception.resolve': ['warehouse_manager', 'inventory_controller', 'order_manager'],
  },
} as const satisfies Rights

export const audit = ['EXCEPTION_ASSIGNED', 'EXCEPTION_SNOOZED', 'EXCEPTION_RESOLVED'] as const
