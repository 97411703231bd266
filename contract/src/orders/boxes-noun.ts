import { z } from 'zod'
import type { Rights, Things } from '../noun.ts'
import { record } from '../workspace/event-fields.ts'

export const things = {
  box: { name: 'Box', page: 'boxes?q=$label', isHit: true },
} as const satisfies Things

export const rights = {
  words: {
    'box.read': 'view boxes',
    'box.manage': 'manage boxes',
  },
  roles: {
    'box.read': ['packer', 'shipper', 'viewer', 'integration'],
    'box.*': ['warehouse_manager', 'order_manager'],
  },
} as const satisfies Rights

export const events = () => ({
  box: { each: { code: z.string() }, types: record },
})
