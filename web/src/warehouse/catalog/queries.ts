import { catalog } from '@stowage/contract/warehouse/catalog'
import { load } from '../../app/api.ts'

export const categoriesOf = (slug: string) => ({
  ...load(catalog.categories, { params: { slug } }),
  staleTime: 30_000,
})

/** Everything that shows a product: what a change of one has to read again. */
export const catalogReads = [catalog.variants, catalog.product]
