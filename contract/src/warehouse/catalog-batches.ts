import { id } from '../fields.ts'
import { patch, post } from '../route.ts'
import {
  newProduct,
  newVariant,
  priceRights,
  productChange,
  variantChange,
} from './catalog-inputs.ts'
import { batchOf, batchResult } from '../batches.ts'

/* Up to a thousand changes of the catalog in one call. */

const created = ['permission_denied', 'idempotency_conflict'] as const

export const catalogBatches = {
  createProducts: post('/tenant/:slug/catalog/products/batch', {
    summary: 'Create several products with their variants: all or none, or each valid one',
    allow: 'catalog.product.create',
    conditionalRights: priceRights,
    body: batchOf(newProduct, { name: 'variants', count: ({ variants }) => variants.length }),
    reply: batchResult(id),
    errors: created,
    idempotent: true,
  }),
  updateProducts: patch('/tenant/:slug/catalog/products/batch', {
    summary: 'Update several products: all or none, or each valid one',
    allow: 'catalog.product.update',
    body: batchOf(productChange.extend({ id })),
    reply: batchResult(id),
  }),
  createVariants: post('/tenant/:slug/catalog/variants/batch', {
    summary: 'Create several variants: all or none, or each valid one',
    allow: 'catalog.product.create',
    conditionalRights: priceRights,
    body: batchOf(newVariant.extend({ productId: id })),
    reply: batchResult(id),
    errors: created,
    idempotent: true,
  }),
  updateVariants: patch('/tenant/:slug/catalog/variants/batch', {
    summary: 'Update several variants: all or none, or each valid one',
    allow: 'catalog.product.update',
    conditionalRights: priceRights,
    body: batchOf(variantChange.extend({ id })),
    reply: batchResult(id),
    errors: ['permission_denied'],
  }),
}
