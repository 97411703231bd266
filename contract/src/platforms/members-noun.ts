import type { Rights, Things } from '../noun.ts'

export const things = { member: { name: 'Member', page: 'team' } } as const satisfies Things

export const rights = {
  words: {
    'platform.member.read': 'view members',
    'platform.member.update': 'manage warehouse access',
  },
  roles: {
    'platform.member.read': ['warehouse_manager'],
  },
} as const satisfies Rights
