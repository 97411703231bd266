import type { ImportKindFacts } from '../workspace/import-kind.ts'

export const locationImport = {
  label: 'Locations',
  hint: 'One row per location',
  right: 'location.create',
  isOfWarehouses: true,
  undone: 'New records were archived and changed records restored.',
  fields: [
    {
      name: 'warehouse',
      label: 'Warehouse',
      required: true,
      canBeFixed: true,
      example: 'MAIN',
      identifier: 'code',
    },
    { name: 'code', label: 'Code', required: true, example: 'A-01-1', identifier: 'code' },
    { name: 'zone', label: 'Zone', example: '', identifier: 'code' },
    { name: 'barcode', label: 'Barcode', example: '', identifier: 'code' },
    { name: 'kind', label: 'Kind', example: 'bin' },
    { name: 'sequence', label: 'Pick sequence', example: '10' },
    { name: 'x_mm', label: 'Across', example: '', measure: 'length' },
    { name: 'y_mm', label: 'Along', example: '', measure: 'length' },
    { name: 'pickable', label: 'Pickable', example: 'yes' },
    { name: 'receivable', label: 'Receivable', example: 'yes' },
    { name: 'max_units', label: 'Maximum quantity', example: '' },
    { name: 'max_weight_g', label: 'Most weight', example: '', measure: 'weight' },
    { name: 'mixed_skus', label: 'Different items', example: 'yes' },
    { name: 'mixed_lots', label: 'Different lots', example: 'yes' },
    { name: 'status', label: 'Status', example: 'active' },
  ],
} as const satisfies ImportKindFacts
