import { z } from 'zod'
import { id } from '../fields.ts'
import type { Rights, Things } from '../noun.ts'
import { record } from '../workspace/event-fields.ts'

export const things = {
  variant: { name: 'Item', page: 'catalog/$label', isHit: true },
} as const satisfies Things

export const rights = {
  words: {
    'catalog.product.read': 'view products',
    'catalog.product.create': 'create products',
    'catalog.product.update': 'edit products',
    'catalog.product.archive': 'archive products',
    'catalog.price.read': 'view prices',
    'catalog.price.update': 'edit prices',
    'catalog.cost.read': 'view costs',
    'catalog.cost.update': 'edit costs',
    'catalog.barcode.manage': 'edit barcodes and packs',
    'catalog.kit.manage': 'edit kits',
    'catalog.import': 'import products',
  },
  roles: {
    'catalog.product.read': [
      'inventory_controller',
      'receiver',
      'picker',
      'packer',
      'shipper',
      'returns_clerk',
      'order_manager',
      'purchaser',
      'planner',
      'accountant',
      'viewer',
    ],
    'catalog.product.*': ['warehouse_manager', 'integration'],
    'catalog.price.read': ['warehouse_manager', 'order_manager', 'accountant'],
    'catalog.price.*': ['integration'],
    'catalog.cost.*': ['purchaser', 'accountant'],
    'catalog.barcode.manage': ['warehouse_manager', 'inventory_controller', 'integration'],
    'catalog.kit.manage': ['warehouse_manager'],
    'catalog.import': ['warehouse_manager'],
  },
} as const satisfies Rights

export const events = () => ({
  product: { each: { name: z.string() }, types: record },
  variant: {
    each: { sku: z.string(), productId: id },
    types: {
      ...record,
      barcode_added: { barcode: z.string() },
      barcode_removed: { barcode: z.string() },
    },
  },
})

export const audit = ['BARCODE_ADDED', 'BARCODE_REMOVED', 'KIT_UPDATED'] as const
