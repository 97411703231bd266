import type { Category } from '@stowage/contract/warehouse/categories'
import type { Columns } from '../../http/csv.ts'

/** A category of a list, with the names from the top down to its own. */
type ListedCategory = Category & { path: string }

export function withPaths(categories: readonly Category[]): ListedCategory[] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const pathOf = ({ name, parentId }: Category): string => {
    const parent = parentId === null ? undefined : byId.get(parentId)
    return parent ? `${pathOf(parent)} / ${name}` : name
  }
  return categories.map((category) => ({ ...category, path: pathOf(category) }))
}

/** The list of categories as a file. */
export const categoryColumns: Columns<ListedCategory> = {
  id: ({ id }) => id,
  parent_id: ({ parentId }) => parentId,
  name: ({ name }) => name,
  path: ({ path }) => path,
}
