import { z } from 'zod'
import type { Rights, Things } from '../noun.ts'
import { record } from '../workspace/event-fields.ts'

export const things = {
  location: { name: 'Location', page: 'stock?location=$id', isHit: true },
  container: { name: 'Container', page: null },
} as const satisfies Things

export const rights = {
  words: {
    'location.read': 'view locations',
    'location.create': 'create locations',
    'location.update': 'edit locations',
    'location.archive': 'archive locations, zones and warehouses',
    'location.block': 'block locations',
  },
  roles: {
    'location.read': [
      'receiver',
      'picker',
      'packer',
      'shipper',
      'returns_clerk',
      'purchaser',
      'planner',
      'accountant',
      'viewer',
      'integration',
    ],
    'location.*': ['warehouse_manager', 'inventory_controller'],
  },
} as const satisfies Rights

export const events = () => ({
  warehouse: { each: { code: z.string() }, types: record },
  zone: { each: { code: z.string() }, types: record },
  location: {
    each: { code: z.string() },
    types: { ...record, blocked: { status: z.string() }, unblocked: {} },
  },
})

export const audit = ['LOCATIONS_GENERATED'] as const
