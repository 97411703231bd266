import { z } from 'zod'
import { id } from '../fields.ts'
import type { Rights } from '../noun.ts'
import { qty } from '../workspace/event-fields.ts'

export const rights = {
  words: {
    'stock.read': 'view stock',
    'stock.value.read': 'view stock value',
    'stock.history.read': 'view the stock history',
    'stock.move': 'move stock',
    'stock.status.change': 'put stock on hold and release it',
    'stock.adjust.create': 'adjust stock',
    'stock.adjust.approve': 'approve adjustments',
    'stock.adjust.post_without_approval': 'adjust any value without approval',
    'stock.backdate': 'post entries dated in the past',
    'stock.reverse': 'reverse stock movements',
    'stock.unreserve': 'take stock that is reserved for orders',
  },
  roles: {
    'stock.read': [
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
      'integration',
    ],
    'stock.*': ['warehouse_manager'],
    'stock.value.read': ['accountant'],
    'stock.history.read': [
      'inventory_controller',
      'purchaser',
      'planner',
      'accountant',
      'integration',
    ],
    'stock.move': ['inventory_controller', 'receiver', 'picker'],
    'stock.status.change': ['inventory_controller'],
    'stock.adjust.*': ['inventory_controller'],
    'stock.reverse': ['inventory_controller'],
  },
} as const satisfies Rights

export const events = () => ({
  stock: {
    each: {},
    types: {
      moved: { kind: z.string() },
      available_changed: {
        warehouseId: id,
        variantId: id,
        sku: z.string(),
        available: qty,
        was: qty,
        /** True if it fell below the reorder point. */
        low: z.boolean(),
        /** True if nothing is available any more. */
        out: z.boolean(),
        /** True if some is available again. */
        back: z.boolean(),
      },
    },
  },
})

export const audit = ['STOCK_REVERSED'] as const
