import type { Rights, Things } from '../noun.ts'

export const things = {
  // The id is that of its fulfillment.
  package: { name: 'Package', page: 'packing/$id' },
} as const satisfies Things

export const rights = {
  words: {
    'pack.perform': 'pack orders',
    'pack.skip_scan': 'pack without scanning',
  },
  roles: {
    'pack.perform': ['packer'],
    'pack.*': ['warehouse_manager'],
  },
} as const satisfies Rights

export const audit = [
  'PACKAGE_OPENED',
  'PACKAGE_CLOSED',
  'PACKAGE_REOPENED',
  'PACKAGE_DISCARDED',
  'ITEM_PACKED',
  'ITEM_UNPACKED',
] as const
