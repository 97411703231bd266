import { categories } from '@stowage/contract/warehouse/categories'
import { products } from '@stowage/contract/warehouse/products'
import { variants } from '@stowage/contract/warehouse/variants'
import { load } from '../../app/api.ts'

export const categoriesOf = (slug: string) => ({
  ...load(categories.list, { params: { slug } }),
  staleTime: 30_000,
})

/** Everything that shows a product: what a change of one has to read again. */
export const catalogReads = [variants.list, products.details]
