import type { ImportKindFacts } from '../workspace/import-kind.ts'

export const customerImport = {
  label: 'Customers',
  hint: 'One row per customer',
  right: 'customer.manage',
  isOfWarehouses: false,
  undone: 'New customers were archived and changed customers restored.',
  fields: [
    { name: 'code', label: 'Code', required: true, example: 'C-100', identifier: 'code' },
    { name: 'name', label: 'Name', example: 'Ada Harbor' },
    { name: 'email', label: 'Email', example: 'ada@example.com' },
    { name: 'phone', label: 'Phone', example: '', identifier: 'phone' },
    { name: 'company', label: 'Company', example: '' },
    { name: 'street', label: 'Street', example: '1 Quay Street' },
    { name: 'street2', label: 'Address line 2', example: '' },
    { name: 'postal_code', label: 'Postal code', example: '10115', identifier: 'postal' },
    { name: 'city', label: 'City', example: 'Berlin' },
    { name: 'region', label: 'Region', example: '' },
    { name: 'country', label: 'Country', example: 'DE' },
    { name: 'currency', label: 'Currency', example: 'EUR' },
    { name: 'ship_complete', label: 'One shipment', example: 'no' },
    { name: 'tags', label: 'Tags', example: 'retail; vip' },
    { name: 'note', label: 'Note', example: '' },
    { name: 'status', label: 'Status', example: 'active' },
  ],
} as const satisfies ImportKindFacts
