import { z } from 'zod'
import { recordIds, changed, batchOf, batchResult } from '../batches.ts'
import { code, line, id, instant } from '../fields.ts'
import { picked } from '../lists.ts'
import { firstUnprintable } from '../printable.ts'
import { post, patch, del, put } from '../route.ts'
import { newBarcode, barcode } from './product-barcodes.ts'
import { grams, millimetres, money } from './fields.ts'
import { changesOf, recordList, recordRoutes } from '../workspace/record-routes.ts'
import { one, states, version } from '../workspace/records.ts'
import { unitCode, newUnits, unit } from './product-units.ts'
import { pickPolicies } from './pick-policies.ts'

export const trackings = ['none', 'lot', 'serial'] as const
const backorderPolicies = ['inherit', 'deny', 'limit', 'allow'] as const

/** In characters that can be printed, without spaces at the ends; upper and lower case are the same SKU. */
const sku = code('SKU', { min: 1, max: 64 }).refine(
  (text) => firstUnprintable(text) === undefined,
  {
    error: ({ input }) =>
      `SKU contains ${firstUnprintable(String(input))}, which can’t be printed on labels`,
  },
)
const quantityOrNone = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,6})?$/, 'Enter the quantity as text, such as "12"')
  .nullable()

const options = z.record(z.string().max(40), z.string().max(80))
const scale = z.int('Decimals must be a whole number').min(0).max(6, 'At most six decimals')

const backorder = z.object({
  policy: z.enum(backorderPolicies),
  limit: quantityOrNone.default(null),
})

const weightG = grams('Weight', { min: 0, max: 100_000_000 })

const size = { min: 1, max: 1_000_000 }
const lengthMm = millimetres('Length', size)
const widthMm = millimetres('Width', size)
const heightMm = millimetres('Height', size)

export const newVariant = z.object({
  sku,
  name: line('Name', { max: 200 }).default(''),
  options: options.default({}),
  unit: unitCode.default('each'),
  qtyScale: scale.default(0),
  tracking: z.enum(trackings).default('none'),
  barcodes: z.array(newBarcode).max(50).default([]),
  units: newUnits.default([]),
  reorderPoint: quantityOrNone.default(null),
  backorder: backorder.default({ policy: 'inherit', limit: null }),
  weightG: weightG.default(null),
  lengthMm: lengthMm.default(null),
  widthMm: widthMm.default(null),
  heightMm: heightMm.default(null),
  sellPrice: money.nullable().default(null),
  purchasePrice: money.nullable().default(null),
})

export const variantChange = changesOf(newVariant.omit({ barcodes: true, units: true })).extend({
  /** Null for the policy of the release. */
  pickPolicy: z.enum(pickPolicies).nullable().optional(),
  version,
})

/** Permissions for setting prices, on every route that can set them. */
export const priceRights = [
  { permission: 'catalog.price.update', when: 'a `sellPrice` is given' },
  { permission: 'catalog.cost.update', when: 'a `purchasePrice` is given' },
] as const

export const variant = z.object({
  id,
  productId: id,
  productName: z.string(),
  sku: z.string(),
  name: z.string(),
  options,
  unit: z.string(),
  qtyScale: z.int(),
  tracking: z.enum(trackings),
  state: z.enum(states),
  barcodes: z.array(barcode),
  units: z.array(unit),
  reorderPoint: z.string().nullable(),
  backorder: z.object({ policy: z.enum(backorderPolicies), limit: z.string().nullable() }),
  /** Which stock of it is picked first; null for the policy of the release. */
  pickPolicy: z.enum(pickPolicies).nullable(),
  /** Weight and size of one base unit. */
  weightG: z.int().nullable(),
  lengthMm: z.int().nullable(),
  widthMm: z.int().nullable(),
  heightMm: z.int().nullable(),
  /** Absent without the right to see prices. */
  sellPrice: z.string().nullable().optional(),
  /** Absent without the right to see costs. */
  purchasePrice: z.string().nullable().optional(),
  version,
  createdAt: instant,
})

const listedVariant = variant.extend({
  onHand: z.string(),
  available: z.string(),
  reserved: z.string(),
  backordered: z.string(),
})

export type Variant = z.output<typeof variant>
export type ListedVariant = z.output<typeof listedVariant>

export const writing = [
  'duplicate_key',
  'barcode_check_digit',
  'uom_unknown',
  'uom_not_exact',
  'frozen',
] as const

const path = '/tenant/:slug/catalog/variants'

export const variants = {
  list: recordList(path, {
    summary: 'Variants with their stock',
    allow: 'catalog.product.read',
    item: listedVariant,
    filters: {
      /** The one with this SKU, in whatever case. */
      sku: line('SKU', { max: 64 }).optional(),
      category: id.optional(),
      /** Out, below the reorder point, owed to customers, without a barcode. */
      stock: z.enum(['out', 'low', 'backordered', 'no_barcode']).optional(),
      ids: picked(id),
    },
    sort: ['sku', 'name', 'createdAt', 'updatedAt'],
  }),
  ...recordRoutes('variant', path, {
    item: variant,
    created: newVariant,
    changed: variantChange,
    rights: {
      read: 'catalog.product.read',
      create: 'catalog.product.create',
      update: 'catalog.product.update',
      archive: 'catalog.product.archive',
    },
    titles: { archive: 'Archive a variant without stock and reservations' },
  }),
  create: post(path, {
    summary: 'Add a variant to the product it names',
    allow: 'catalog.product.create',
    conditionalRights: priceRights,
    body: newVariant.extend({ productId: id }),
    status: 201,
    reply: one('variant', variant),
    errors: writing,
    idempotent: true,
  }),
  update: patch('/tenant/:slug/catalog/variants/:variantId', {
    summary: 'Change a variant',
    allow: 'catalog.product.update',
    conditionalRights: priceRights,
    body: variantChange,
    reply: one('variant', variant),
    errors: writing,
  }),
  archiveMany: post('/tenant/:slug/catalog/variants/archive', {
    summary:
      'Archive several variants, all or none; a product without active variants is archived too',
    allow: 'catalog.product.archive',
    body: recordIds,
    reply: changed,
    errors: ['in_use'],
    idempotent: true,
  }),
  restoreMany: post('/tenant/:slug/catalog/variants/restore', {
    summary: 'Restore several variants with their products, all or none',
    allow: 'catalog.product.archive',
    body: recordIds,
    reply: changed,
    idempotent: true,
  }),
  addBarcode: post('/tenant/:slug/catalog/variants/:variantId/barcodes', {
    summary: 'Add a barcode to a variant or one of its packs',
    allow: 'catalog.barcode.manage',
    body: newBarcode,
    separators: true,
    status: 201,
    reply: one('variant', variant),
    errors: ['duplicate_key', 'barcode_check_digit', 'uom_unknown'],
    idempotent: true,
  }),
  removeBarcode: del('/tenant/:slug/catalog/variants/:variantId/barcodes', {
    summary: 'Remove a barcode',
    allow: 'catalog.barcode.manage',
    body: z.object({ code: code('Barcode', { min: 1, max: 128 }) }),
    reply: one('variant', variant),
  }),
  setUnits: put('/tenant/:slug/catalog/variants/:variantId/units', {
    summary: 'Set the packs of a variant',
    allow: 'catalog.barcode.manage',
    body: z.object({ units: newUnits }),
    reply: one('variant', variant),
    errors: ['in_use'],
  }),
  createBatch: post('/tenant/:slug/catalog/variants/batch', {
    summary: 'Create several variants: all or none, or each valid one',
    allow: 'catalog.product.create',
    conditionalRights: priceRights,
    body: batchOf(newVariant.extend({ productId: id })),
    reply: batchResult(id),
    idempotent: true,
  }),
  updateBatch: patch('/tenant/:slug/catalog/variants/batch', {
    summary: 'Update several variants: all or none, or each valid one',
    allow: 'catalog.product.update',
    conditionalRights: priceRights,
    body: batchOf(variantChange.extend({ id })),
    reply: batchResult(id),
  }),
}
