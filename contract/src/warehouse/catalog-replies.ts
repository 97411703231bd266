import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { backorderPolicies, options, productKinds, states, trackings } from './catalog-inputs.ts'
import { version } from './fields.ts'

/* What the calls of the catalog answer with. */

const barcode = z.object({
  code: z.string(),
  /** Null is one base unit. */
  unit: z.string().nullable(),
  symbology: z.string(),
  isPrimary: z.boolean(),
})
/** How many base units one of this unit is, as a fraction: a case of twelve is 12/1. */
const unit = z.object({ code: z.string(), numerator: z.string(), denominator: z.string() })

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

export const listedVariant = variant.extend({
  onHand: z.string(),
  available: z.string(),
  reserved: z.string(),
  backordered: z.string(),
})

export const product = z.object({
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
  state: z.enum(states),
  version,
  createdAt: instant,
  variants: z.array(variant),
})

/** A product of a list; its variants are asked for with it alone, or with their own list. */
export const listedProduct = product.omit({ variants: true }).extend({
  categoryName: z.string().nullable(),
  variantCount: z.int(),
})

export const usedUnit = z.object({
  code: z.string(),
  /** So many variants are counted in it, and so many come in packs of it; archived ones included. */
  asBase: z.int(),
  asPack: z.int(),
  /** True where either is more than 10,000, which it then says. */
  capped: z.boolean(),
})

export const category = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  version,
})
