import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'platform.api_key.read': 'view API keys',
    'platform.api_key.manage': 'manage API keys',
  },
  roles: {},
} as const satisfies Rights

export const audit = ['API_KEY_CREATED', 'API_KEY_ROTATED', 'API_KEY_REVOKED'] as const
