import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    // Nothing asks for it yet.
    'platform.export.run': 'export all data',
  },
  roles: {},
} as const satisfies Rights
