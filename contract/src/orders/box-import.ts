import type { ImportKindFacts } from '../workspace/import-kind.ts'

export const boxImport = {
  label: 'Boxes',
  hint: 'One row per box',
  right: 'box.manage',
  isOfWarehouses: false,
  undone: 'New boxes were archived and changed boxes restored.',
  fields: [
    { name: 'code', label: 'Code', example: 'B2', identifier: 'code', required: true },
    { name: 'name', label: 'Name', example: 'Medium carton' },
    { name: 'length_mm', label: 'Inner length', example: '400', measure: 'length' },
    { name: 'width_mm', label: 'Inner width', example: '300', measure: 'length' },
    { name: 'height_mm', label: 'Inner height', example: '200', measure: 'length' },
    { name: 'tare_weight_g', label: 'Tare weight', example: '350', measure: 'weight' },
    { name: 'max_weight_g', label: 'Maximum weight', example: '15000', measure: 'weight' },
    { name: 'status', label: 'Status', example: 'active' },
  ],
} as const satisfies ImportKindFacts
