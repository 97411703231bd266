import { z } from 'zod'
import { id, line } from '../fields.ts'
import { del, get, patch, post, put } from '../route.ts'
import {
  barcodeText,
  categoryChange,
  newBarcode,
  newCategory,
  newProduct,
  newUnits,
  newVariant,
  productChange,
  states,
  variantChange,
  priceRights,
} from './catalog-inputs.ts'
import {
  category,
  listedProduct,
  listedVariant,
  product,
  usedUnit,
  variant,
} from './catalog-replies.ts'
import { changed, recordIds } from '../batches.ts'
import { asFile, pageOf, pageQuery, picked, sortedBy, words } from '../lists.ts'
import { one, versioned } from './fields.ts'

export { listedVariant, product, variant }

export type Variant = z.output<typeof variant>
export type ListedVariant = z.output<typeof listedVariant>
export type Product = z.output<typeof product>
export type ListedProduct = z.output<typeof listedProduct>
export type UsedUnit = z.output<typeof usedUnit>
export type Category = z.output<typeof category>

const writing = [
  'duplicate_key',
  'barcode_check_digit',
  'uom_unknown',
  'uom_not_exact',
  'frozen',
  'permission_denied',
] as const

export const catalog = {
  variants: get('/tenant/:slug/catalog/variants', {
    summary: 'Variants with their stock',
    allow: 'catalog.product.read',
    query: pageQuery.extend({
      state: words(states).optional(),
      /** The one with this SKU, in whatever case. */
      sku: line('SKU', { max: 64 }).optional(),
      category: id.optional(),
      /** Out, below the reorder point, owed to customers, without a barcode. */
      stock: z.enum(['out', 'low', 'backordered', 'no_barcode']).optional(),
      ids: picked(id),
      sort: sortedBy('sku', 'name', 'createdAt'),
      ...asFile,
    }),
    reply: pageOf(listedVariant),
  }),
  variant: get('/tenant/:slug/catalog/variants/:variantId', {
    summary: 'A variant',
    allow: 'catalog.product.read',
    reply: one('variant', variant),
  }),
  products: get('/tenant/:slug/catalog/products', {
    summary: 'Products with their number of variants',
    allow: 'catalog.product.read',
    query: pageQuery.extend({
      state: words(states).optional(),
      category: id.optional(),
      sort: sortedBy('-createdAt', 'name'),
      ...asFile,
    }),
    reply: pageOf(listedProduct),
  }),
  createProduct: post('/tenant/:slug/catalog/products', {
    summary: 'Create a product with its variants',
    allow: 'catalog.product.create',
    conditionalRights: priceRights,
    body: newProduct,
    status: 201,
    reply: one('product', product),
    errors: [...writing, 'idempotency_conflict'],
    idempotent: true,
  }),
  product: get('/tenant/:slug/catalog/products/:productId', {
    summary: 'A product with its variants',
    allow: 'catalog.product.read',
    reply: one('product', product),
  }),
  updateProduct: patch('/tenant/:slug/catalog/products/:productId', {
    summary: 'Update a product',
    allow: 'catalog.product.update',
    body: productChange,
    reply: one('product', product),
    errors: ['version_conflict'],
  }),
  archiveProduct: post('/tenant/:slug/catalog/products/:productId/archive', {
    summary: 'Archive a product with all its variants',
    allow: 'catalog.product.archive',
    body: versioned,
    reply: one('product', product),
    errors: ['version_conflict', 'in_use', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  restoreProduct: post('/tenant/:slug/catalog/products/:productId/restore', {
    summary: 'Restore a product with all its variants',
    allow: 'catalog.product.archive',
    body: versioned,
    reply: one('product', product),
    errors: ['version_conflict', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  addVariant: post('/tenant/:slug/catalog/products/:productId/variants', {
    summary: 'Add a variant to a product',
    allow: 'catalog.product.create',
    conditionalRights: priceRights,
    body: newVariant,
    status: 201,
    reply: one('variant', variant),
    errors: [...writing, 'idempotency_conflict'],
    idempotent: true,
  }),
  createVariant: post('/tenant/:slug/catalog/variants', {
    summary: 'Add a variant to the product it names',
    allow: 'catalog.product.create',
    conditionalRights: priceRights,
    body: newVariant.extend({ productId: id }),
    status: 201,
    reply: one('variant', variant),
    errors: [...writing, 'idempotency_conflict'],
    idempotent: true,
  }),
  updateVariant: patch('/tenant/:slug/catalog/variants/:variantId', {
    summary: 'Change a variant',
    allow: 'catalog.product.update',
    conditionalRights: priceRights,
    body: variantChange,
    reply: one('variant', variant),
    errors: [...writing, 'version_conflict'],
  }),
  archiveVariant: post('/tenant/:slug/catalog/variants/:variantId/archive', {
    summary: 'Archive a variant without stock and reservations',
    allow: 'catalog.product.archive',
    body: versioned,
    reply: one('variant', variant),
    errors: ['version_conflict', 'in_use', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  restoreVariant: post('/tenant/:slug/catalog/variants/:variantId/restore', {
    summary: 'Restore a variant',
    allow: 'catalog.product.archive',
    body: versioned,
    reply: one('variant', variant),
    errors: ['version_conflict', 'invalid_transition', 'idempotency_conflict'],
    idempotent: true,
  }),
  archiveVariants: post('/tenant/:slug/catalog/variants/archive', {
    summary:
      'Archive several variants, all or none; a product without active variants is archived too',
    allow: 'catalog.product.archive',
    body: recordIds,
    reply: changed,
    errors: ['in_use', 'idempotency_conflict'],
    idempotent: true,
  }),
  restoreVariants: post('/tenant/:slug/catalog/variants/restore', {
    summary: 'Restore several variants with their products, all or none',
    allow: 'catalog.product.archive',
    body: recordIds,
    reply: changed,
    errors: ['idempotency_conflict'],
    idempotent: true,
  }),
  addBarcode: post('/tenant/:slug/catalog/variants/:variantId/barcodes', {
    summary: 'Add a barcode to a variant or one of its packs',
    allow: 'catalog.barcode.manage',
    body: newBarcode,
    status: 201,
    reply: one('variant', variant),
    errors: ['duplicate_key', 'barcode_check_digit', 'uom_unknown', 'idempotency_conflict'],
    idempotent: true,
  }),
  removeBarcode: del('/tenant/:slug/catalog/variants/:variantId/barcodes', {
    summary: 'Remove a barcode',
    allow: 'catalog.barcode.manage',
    body: z.object({ code: barcodeText }),
    reply: one('variant', variant),
  }),
  setUnits: put('/tenant/:slug/catalog/variants/:variantId/units', {
    summary: 'Set the packs of a variant',
    allow: 'catalog.barcode.manage',
    body: z.object({ units: newUnits }),
    reply: one('variant', variant),
    errors: ['in_use'],
  }),
  units: get('/tenant/:slug/catalog/units', {
    summary: 'The units in use, the first 200 by their names',
    allow: 'catalog.product.read',
    reply: z.object({
      items: z.array(usedUnit),
      /** True where there are more of them. */
      capped: z.boolean(),
    }),
  }),
  categories: get('/tenant/:slug/catalog/categories', {
    summary: 'Categories with their parents',
    allow: 'catalog.product.read',
    query: z.object(asFile),
    reply: z.object({ items: z.array(category) }),
  }),
  createCategory: post('/tenant/:slug/catalog/categories', {
    summary: 'Add a category',
    allow: 'catalog.product.create',
    body: newCategory,
    status: 201,
    reply: one('category', category),
    errors: ['duplicate_key', 'idempotency_conflict'],
    idempotent: true,
  }),
  updateCategory: patch('/tenant/:slug/catalog/categories/:categoryId', {
    summary: 'Rename a category, or move it and its subcategories',
    allow: 'catalog.product.update',
    body: categoryChange,
    reply: one('category', category),
    errors: ['duplicate_key', 'version_conflict'],
  }),
}
