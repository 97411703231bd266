import { z } from 'zod'
import { batchOf, batchResult } from '../batches.ts'
import { line, paragraph, id, instant } from '../fields.ts'
import { metadata } from '../metadata.ts'
import { post, patch } from '../route.ts'
import { changesOf, recordList, recordRoutes } from '../workspace/record-routes.ts'
import { one, states, version } from '../workspace/records.ts'
import { newVariant, variant, priceRights, writing } from './product-variants.ts'

const productKinds = ['stocked', 'service', 'virtual_kit'] as const
const tags = z
  .array(line('Tag', { min: 1, max: 40 }))
  .max(30)
  .transform((list) => [...new Set(list)])

const days = (label: string, least: number) =>
  z
    .int(`${label} must be a whole number of days`)
    .min(least, `${label} must be at least ${least}`)
    .max(36_500, `${label} must be at most 36,500 days`)
    .nullable()

const shelfLifeDays = days('Shelf life', 1)

/** Minimum remaining shelf life when stock is received, and when it is shipped. */
const minRemainingDaysReceive = days('Days left on receipt', 0)
const minRemainingDaysShip = days('Days left on shipping', 0)

export const newProduct = z.object({
  name: line('Name', { min: 1, max: 200 }),
  description: paragraph('Description', { max: 5000 }).default(''),
  kind: z.enum(productKinds).default('stocked'),
  categoryId: id.nullable().default(null),
  brand: line('Brand', { max: 80 }).default(''),
  tags: tags.default([]),
  shelfLifeDays: shelfLifeDays.default(null),
  minRemainingDaysReceive: minRemainingDaysReceive.default(null),
  minRemainingDaysShip: minRemainingDaysShip.default(null),
  metadata: metadata.default({}),
  variants: z
    .array(newVariant, 'Add at least one variant')
    .min(1, 'Add at least one variant')
    .max(200, 'A product has at most 200 variants'),
})

export const productChange = changesOf(newProduct.omit({ kind: true, variants: true })).extend({
  version,
})

const product = z.object({
  id,
  name: z.string(),
  description: z.string(),
  kind: z.enum(productKinds),
  categoryId: id.nullable(),
  brand: z.string(),
  tags: z.array(z.string()),
  /** Days from production to expiry, and those that must be left when goods come and go. */
  shelfLifeDays: z.int().nullable(),
  minRemainingDaysReceive: z.int().nullable(),
  minRemainingDaysShip: z.int().nullable(),
  metadata,
  state: z.enum(states),
  version,
  createdAt: instant,
  variants: z.array(variant),
})

/** A product of a list; its variants are asked for with it alone, or with their own list. */
const listedProduct = product.omit({ variants: true, metadata: true }).extend({
  categoryName: z.string().nullable(),
  variantCount: z.int(),
})

export type Product = z.output<typeof product>
export type ListedProduct = z.output<typeof listedProduct>

const path = '/tenant/:slug/catalog/products'

export const products = {
  list: recordList(path, {
    summary: 'Products with their number of variants',
    allow: 'catalog.product.read',
    item: listedProduct,
    filters: { category: id.optional() },
    sort: ['-createdAt', 'name', 'updatedAt'],
  }),
  ...recordRoutes('product', path, {
    item: product,
    created: newProduct,
    changed: productChange,
    rights: {
      read: 'catalog.product.read',
      create: 'catalog.product.create',
      update: 'catalog.product.update',
      archive: 'catalog.product.archive',
    },
    titles: {
      details: 'A product with its variants',
      archive: 'Archive a product with all its variants',
      restore: 'Restore a product with all its variants',
    },
    errors: { update: [] },
  }),
  create: post(path, {
    summary: 'Create a product with its variants',
    allow: 'catalog.product.create',
    conditionalRights: priceRights,
    body: newProduct,
    status: 201,
    reply: one('product', product),
    errors: writing,
    idempotent: true,
  }),
  addVariant: post('/tenant/:slug/catalog/products/:productId/variants', {
    summary: 'Add a variant to a product',
    allow: 'catalog.product.create',
    conditionalRights: priceRights,
    body: newVariant,
    status: 201,
    reply: one('variant', variant),
    errors: writing,
    idempotent: true,
  }),
  createBatch: post('/tenant/:slug/catalog/products/batch', {
    summary: 'Create several products with their variants: all or none, or each valid one',
    allow: 'catalog.product.create',
    conditionalRights: priceRights,
    body: batchOf(newProduct, { name: 'variants', count: ({ variants }) => variants.length }),
    reply: batchResult(id),
    idempotent: true,
  }),
  updateBatch: patch('/tenant/:slug/catalog/products/batch', {
    summary: 'Update several products: all or none, or each valid one',
    allow: 'catalog.product.update',
    body: batchOf(productChange.extend({ id })),
    reply: batchResult(id),
  }),
}
