import { z } from 'zod'
import { line, id } from '../fields.ts'
import { asFile } from '../lists.ts'
import { get } from '../route.ts'
import { changesOf, recordRoutes } from '../workspace/record-routes.ts'
import { version } from '../workspace/records.ts'

const newCategory = z.object({
  name: line('Name', { min: 1, max: 80 }),
  /** The one it is to stand below; null for none. */
  parentId: id.nullable().default(null),
})

const category = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  version,
})

export type Category = z.output<typeof category>

const path = '/tenant/:slug/catalog/categories'

const { create, update } = recordRoutes('category', path, {
  item: category,
  created: newCategory,
  changed: changesOf(newCategory),
  rights: {
    read: 'catalog.product.read',
    create: 'catalog.product.create',
    update: 'catalog.product.update',
  },
  titles: {
    create: 'Add a category',
    update: 'Rename a category, or move it and its subcategories',
  },
})

export const categories = {
  list: get(path, {
    summary: 'Categories with their parents',
    allow: 'catalog.product.read',
    query: z.object(asFile),
    reply: z.object({ items: z.array(category) }),
  }),
  create,
  update,
}
