import type { ListedProduct } from '@stowage/contract/warehouse/products'
import type { ListedVariant } from '@stowage/contract/warehouse/product-variants'
import { type Columns, numberText, identifier } from '../../http/csv.ts'
import type { PriceAccess } from './reply.ts'

/** Products as a file, a line for each; of its variants it has only the number. */
export const productColumns: Columns<ListedProduct> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  kind: ({ kind }) => kind,
  category: ({ categoryName }) => categoryName,
  brand: ({ brand }) => brand,
  tags: ({ tags }) => tags.join(';'),
  description: ({ description }) => description,
  shelf_life_days: ({ shelfLifeDays }) => numberText(shelfLifeDays),
  min_days_receive: ({ minRemainingDaysReceive }) => numberText(minRemainingDaysReceive),
  min_days_ship: ({ minRemainingDaysShip }) => numberText(minRemainingDaysShip),
  variants: ({ variantCount }) => String(variantCount),
  state: ({ state }) => state,
  created_at: ({ createdAt }) => createdAt,
}

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
