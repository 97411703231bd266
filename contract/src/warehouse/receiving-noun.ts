import { z } from 'zod'
import type { Rights, Things } from '../noun.ts'
import { note } from '../workspace/event-fields.ts'

export const things = {
  receipt: { name: 'Receipt', page: 'receiving/$id', isHit: true },
} as const satisfies Things

export const rights = {
  words: {
    'receipt.create': 'receive stock',
    'receipt.complete': 'complete receipts',
    'receipt.reverse': 'reverse receipts',
  },
  roles: {
    'receipt.create': ['inventory_controller', 'receiver'],
    'receipt.*': ['warehouse_manager'],
    'receipt.complete': ['inventory_controller', 'receiver'],
  },
} as const satisfies Rights

export const events = () => ({
  receipt: {
    each: { number: z.string() },
    types: {
      created: { lines: z.int() },
      updated: { added: z.int().optional() },
      completed: { lines: z.int() },
      cancelled: {},
      reversed: { note: note.nullable() },
      partially_reversed: { note: note.nullable() },
    },
  },
})
