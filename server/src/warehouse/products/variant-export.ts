import type { ListedVariant } from '@stowage/contract/warehouse/variants'
import { type Columns, identifier, numberText } from '../../http/csv.ts'
import type { PriceAccess } from './reply.ts'

const amount = (decimal: string | null | undefined) => (decimal ? { decimal } : null)

/** The list of products as a file; under these names a file of products is read in again. */
export const variantColumns = ({ prices, costs }: PriceAccess): Columns<ListedVariant> => ({
  sku: ({ sku }) => identifier(sku),
  name: ({ productName }) => productName,
  variant: ({ name }) => name,
  barcode: ({ barcodes }) => identifier(barcodes[0]?.code),
  unit: ({ unit }) => unit,
  decimals: ({ qtyScale }) => String(qtyScale),
  tracking: ({ tracking }) => identifier(tracking),
  reorder_point: ({ reorderPoint }) => amount(reorderPoint),
  weight_g: ({ weightG }) => numberText(weightG),
  length_mm: ({ lengthMm }) => numberText(lengthMm),
  width_mm: ({ widthMm }) => numberText(widthMm),
  height_mm: ({ heightMm }) => numberText(heightMm),
  ...(prices && { sell_price: ({ sellPrice }) => amount(sellPrice) }),
  ...(costs && { purchase_price: ({ purchasePrice }) => amount(purchasePrice) }),
  state: ({ state }) => state,
  on_hand: ({ onHand }) => amount(onHand),
  available: ({ available }) => amount(available),
  reserved: ({ reserved }) => amount(reserved),
  backordered: ({ backordered }) => amount(backordered),
})
