import { z } from 'zod'
import type { Rights, Things } from '../noun.ts'
import { record } from '../workspace/event-fields.ts'

export const things = {
  carrier: { name: 'Carrier', page: 'carriers?q=$label', isHit: true },
} as const satisfies Things

export const rights = {
  words: {
    'carrier.read': 'view carriers',
    'carrier.manage': 'manage carriers',
  },
  roles: {
    'carrier.read': ['packer', 'shipper', 'returns_clerk', 'viewer', 'integration'],
    'carrier.*': ['warehouse_manager', 'order_manager'],
  },
} as const satisfies Rights

export const events = () => ({
  carrier: { each: { code: z.string() }, types: record },
})
