import { z } from 'zod'
import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'stock.verify.run': 'run the integrity check',
  },
  roles: {
    'stock.verify.run': ['warehouse_manager', 'inventory_controller'],
  },
} as const satisfies Rights

export const events = () => ({
  verify: { each: {}, types: { failed: { kind: z.string(), count: z.int() } } },
})

export const audit = ['STOCK_VERIFIED'] as const
