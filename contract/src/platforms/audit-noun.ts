import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'platform.audit.read': 'view the audit log',
  },
  roles: {
    'platform.audit.read': ['accountant'],
  },
} as const satisfies Rights
