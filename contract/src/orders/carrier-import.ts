import type { ImportKindFacts } from '../workspace/import-kind.ts'

export const carrierImport = {
  label: 'Carriers',
  hint: 'One row per carrier',
  right: 'carrier.manage',
  isOfWarehouses: false,
  undone: 'New carriers were archived and changed carriers restored.',
  fields: [
    { name: 'code', label: 'Code', example: 'DHL', identifier: 'code', required: true },
    { name: 'name', label: 'Name', example: 'DHL Parcel' },
    {
      name: 'tracking_url',
      label: 'Tracking URL',
      example: 'https://track.example/{tracking}',
    },
    { name: 'status', label: 'Status', example: 'active' },
  ],
} as const satisfies ImportKindFacts
