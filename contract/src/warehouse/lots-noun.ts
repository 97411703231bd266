import { z } from 'zod'
import type { Things } from '../noun.ts'
import { changed, reason } from '../workspace/event-fields.ts'

export const things = {
  serial: { name: 'Serial number', page: 'catalog/$sku' },
  lot: { name: 'Lot', page: 'stock/lots/$id' },
} as const satisfies Things

export const events = () => ({
  lot: {
    each: { number: z.string(), sku: z.string() },
    types: {
      updated: { changed },
      /** `again`: it was stopped before, and what it left to orders is taken away. */
      held: { reason: reason.optional(), again: z.literal(true).optional() },
      released: { reason: reason.optional() },
      recalled: { reason: reason.optional(), again: z.literal(true).optional() },
    },
  },
})
