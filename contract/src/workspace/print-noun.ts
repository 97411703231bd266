import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'print.use': 'print labels',
    'print.manage': 'edit labels',
  },
  roles: {
    'print.use': [
      'inventory_controller',
      'receiver',
      'picker',
      'packer',
      'shipper',
      'returns_clerk',
      'order_manager',
      'purchaser',
    ],
    'print.*': ['warehouse_manager'],
  },
} as const satisfies Rights

export const audit = ['LABELS_PRINTED'] as const
