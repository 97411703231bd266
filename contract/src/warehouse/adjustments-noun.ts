import { z } from 'zod'
import type { Things } from '../noun.ts'

export const things = {
  adjustment: { name: 'Adjustment', page: 'stock/adjustments/$id', isHit: true },
} as const satisfies Things

export const events = () => ({
  adjustment: {
    each: { number: z.string(), reasonCode: z.string() },
    types: {
      created: {},
      updated: {},
      submitted: {},
      approved: {},
      rejected: {},
      posted: {},
      cancelled: {},
      reversed: {},
    },
  },
})
