import { categories } from '@stowage/contract/warehouse/categories'
import { load } from '../../app/api.ts'

export const categoriesOf = (slug: string) => ({
  ...load(categories.list, { params: { slug } }),
  staleTime: 30_000,
})
