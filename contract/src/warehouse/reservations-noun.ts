import { z } from 'zod'
import type { Rights } from '../noun.ts'
import { ofLot, qty } from '../workspace/event-fields.ts'

export const rights = {
  words: {
    'stock.reserve.override': 'reserve stock by hand',
  },
  roles: {
    'stock.reserve.override': ['warehouse_manager'],
  },
} as const satisfies Rights

export const events = () => ({
  reservation: {
    each: {},
    types: { backordered: { lineNo: z.int().nullable(), sku: z.string(), qty, ...ofLot } },
  },
})

export const audit = ['RESERVATION_CREATED', 'RESERVATION_RELEASED', 'RESERVATION_EXPIRED'] as const
