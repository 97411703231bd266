import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'platform.settings.read': 'view workspace settings',
    'platform.settings.update': 'change workspace settings',
  },
  roles: {
    'platform.settings.read': ['warehouse_manager'],
  },
} as const satisfies Rights

export const audit = [
  'WAREHOUSE_SETTINGS_UPDATED',
  'REASON_CREATED',
  'REASON_UPDATED',
  'MEMBER_SCOPE_CHANGED',
] as const
