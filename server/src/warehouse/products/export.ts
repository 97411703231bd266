import type { ListedProduct } from '@stowage/contract/warehouse/products'
import { type Columns, numberText } from '../../http/csv.ts'

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
