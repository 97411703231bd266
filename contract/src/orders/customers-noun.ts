import { z } from 'zod'
import type { Rights, Things } from '../noun.ts'
import { record } from '../workspace/event-fields.ts'

export const things = {
  customer: { name: 'Customer', page: 'customers/$id', isHit: true },
} as const satisfies Things

export const rights = {
  words: {
    'customer.read': 'view customers',
    'customer.manage': 'manage customers',
    'customer.pii.read': 'view contact details of customers',
  },
  roles: {
    'customer.read': ['warehouse_manager', 'returns_clerk'],
    'customer.*': ['order_manager', 'integration'],
  },
} as const satisfies Rights

export const events = () => ({
  customer: { each: { code: z.string() }, types: record },
})
