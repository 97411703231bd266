import type { Formats } from '../../workspace/imports/format-rules.ts'

/* Stock as shops export it. */

/** Shopify names the column by what the file may change, and older files have the available quantity alone. */
const quantities = [
  'On hand (current)',
  'On hand',
  'Available (current)',
  'Available (not editable)',
  'Available',
]

export const stockFormats: Formats = {
  shopify_inventory: {
    has: ['Handle', 'SKU', 'Location', quantities],
    mapping: {
      sku: 'SKU',
      warehouse: 'Location',
      location: 'Bin name',
      quantity: quantities,
    },
    read(cellOf) {
      const quantity = quantities
        .map(cellOf)
        .find((text) => text !== '')
        ?.toLowerCase()
      if (quantity === undefined || quantity === 'not stocked')
        return { skip: 'Not stocked at this location' }
      return { skip: quantity === '0' ? 'No stock' : undefined }
    },
  },
}
