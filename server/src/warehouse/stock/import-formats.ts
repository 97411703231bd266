import type { Formats } from '../../workspace/imports/formats.ts'

/* Stock as shops export it. */

export const stockFormats: Formats = {
  shopify_inventory: {
    has: ['Handle', 'SKU', 'Location', 'On hand (current)'],
    mapping: {
      sku: 'SKU',
      warehouse: 'Location',
      location: 'Bin name',
      quantity: 'On hand (current)',
    },
    read(cellOf) {
      const onHand = cellOf('On hand (current)').toLowerCase()
      const isNotStocked = onHand === 'not stocked' || onHand === ''
      return {
        skip: isNotStocked
          ? 'Not stocked at this location'
          : onHand === '0'
            ? 'No stock'
            : undefined,
      }
    },
  },
}
