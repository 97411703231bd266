import type { ImportKindFacts } from '../workspace/import-kind.ts'

export const stockImport = {
  label: 'Opening stock',
  hint: 'Current stock by location',
  right: 'stock.adjust.create',
  isOfWarehouses: true,
  undone: 'All stock movements of this file were reversed.',
  fields: [
    { name: 'sku', label: 'SKU', example: 'MUG-1', identifier: 'code' },
    { name: 'barcode', label: 'Barcode', example: '', identifier: 'code' },
    {
      name: 'warehouse',
      label: 'Warehouse',
      required: true,
      canBeFixed: true,
      example: 'MAIN',
      identifier: 'code',
    },
    {
      name: 'location',
      label: 'Location',
      required: true,
      canBeFixed: true,
      example: 'A-01-1',
      identifier: 'code',
    },
    { name: 'quantity', label: 'Quantity', required: true, example: '12', isNumber: true },
    { name: 'unit', label: 'Unit', example: 'each' },
    { name: 'unit_cost', label: 'Cost of one unit', example: '4.20', isNumber: true },
    { name: 'status', label: 'Status', example: 'available' },
    { name: 'lot', label: 'Lot', example: '', identifier: 'code' },
    { name: 'expires_on', label: 'Expires on', example: '' },
    { name: 'serial', label: 'Serial number', example: '', identifier: 'code' },
  ],
} as const satisfies ImportKindFacts
