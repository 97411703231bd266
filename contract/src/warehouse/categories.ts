import { z } from 'zod'
import { line, id } from '../fields.ts'
import { asFile } from '../lists.ts'
import { get, post, patch } from '../route.ts'
import { version, one } from '../workspace/records.ts'

const categoryName = line('Name', { min: 1, max: 80 })

const newCategory = z.object({
  name: categoryName,
  parentId: id.nullable().default(null),
})

const categoryChange = z.object({
  name: categoryName.optional(),
  /** The one it is to stand below; null for none. */
  parentId: id.nullable().optional(),
  version,
})

const category = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  version,
})

export type Category = z.output<typeof category>

export const categories = {
  list: get('/tenant/:slug/catalog/categories', {
    summary: 'Categories with their parents',
    allow: 'catalog.product.read',
    query: z.object(asFile),
    reply: z.object({ items: z.array(category) }),
  }),
  create: post('/tenant/:slug/catalog/categories', {
    summary: 'Add a category',
    allow: 'catalog.product.create',
    body: newCategory,
    status: 201,
    reply: one('category', category),
    errors: ['duplicate_key'],
    idempotent: true,
  }),
  update: patch('/tenant/:slug/catalog/categories/:categoryId', {
    summary: 'Rename a category, or move it and its subcategories',
    allow: 'catalog.product.update',
    body: categoryChange,
    reply: one('category', category),
    errors: ['duplicate_key'],
  }),
}
