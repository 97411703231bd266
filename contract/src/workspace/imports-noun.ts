import type { Rights } from '../noun.ts'

export const rights = {
  words: {
    'import.run': 'import files',
  },
  roles: {
    'import.run': [
      'warehouse_manager',
      'inventory_controller',
      'order_manager',
      'purchaser',
      'integration',
    ],
  },
} as const satisfies Rights

export const audit = ['IMPORT_UPLOADED', 'IMPORT_APPLIED', 'IMPORT_UNDONE'] as const
