import { z } from 'zod'
import type { Rights } from '../noun.ts'
import { changed } from '../workspace/event-fields.ts'

export const rights = {
  words: {
    'wave.read': 'view waves and pick batches',
    'wave.manage': 'create and cancel waves',
    'wave.release': 'release waves',
  },
  roles: {
    'wave.read': ['picker', 'viewer'],
    'wave.*': ['warehouse_manager', 'order_manager'],
  },
} as const satisfies Rights

export const events = () => ({
  wave: {
    each: { number: z.string() },
    types: {
      created: {},
      updated: { changed: changed.optional(), added: z.int().optional() },
      released: { orders: z.int() },
      started: {},
      completed: {},
      cancelled: {},
    },
  },
})
