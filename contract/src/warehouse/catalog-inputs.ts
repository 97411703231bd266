import { z } from 'zod'
import { code, id, line, paragraph } from '../fields.ts'
import { isSameKey } from '../folding.ts'
import { millimetres, money, version } from './fields.ts'

/* What people say about products, on the way in. */

export const productKinds = ['stocked', 'service', 'virtual_kit'] as const
export const trackings = ['none', 'lot', 'serial'] as const
export const states = ['active', 'archived'] as const
export const backorderPolicies = ['inherit', 'deny', 'limit', 'allow'] as const

/** Printable, without spaces at the ends; upper and lower case are the same SKU. */
const sku = code('SKU', { min: 1, max: 64 })
export const barcodeText = code('Barcode', { min: 1, max: 128 })
const unitCode = code('Unit', { min: 1, max: 20 })
const quantityOrNone = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,6})?$/, 'Enter the quantity as text, such as "12"')
  .nullable()
export const options = z.record(z.string().max(40), z.string().max(80))

export const newBarcode = z.object({
  code: barcodeText,
  unit: unitCode.nullable().default(null),
  isPrimary: z.boolean().default(false),
})

const wholeText = z.string().regex(/^[1-9]\d{0,17}$/, 'Enter a whole number above zero')
export const newUnit = z.object({
  code: unitCode,
  numerator: wholeText,
  denominator: wholeText.default('1'),
})

/** The packs an item comes in, each said once. */
export const newUnits = z
  .array(newUnit)
  .max(20)
  .superRefine((units, context) => {
    for (const [i, { code }] of units.entries())
      if (units.findIndex((unit) => isSameKey(unit.code, code)) < i)
        context.addIssue({
          code: 'custom',
          path: [i, 'code'],
          message: `The unit ${code} is listed twice`,
        })
  })

const scale = z.int('Decimals must be a whole number').min(0).max(6, 'At most six decimals')
const backorder = z.object({
  policy: z.enum(backorderPolicies),
  limit: quantityOrNone.default(null),
})

const weightG = z
  .int('Weight must be a whole number of grams')
  .min(0, 'Weight must be at least 0')
  .max(100_000_000, 'Weight must be at most 100,000,000 g')
  .nullable()
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
/** What must be left of it when goods come, and when they go. */
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
  variants: z
    .array(newVariant, 'Add at least one variant')
    .min(1, 'Add at least one variant')
    .max(200, 'A product has at most 200 variants'),
})

const categoryName = line('Name', { min: 1, max: 80 })
export const newCategory = z.object({
  name: categoryName,
  parentId: id.nullable().default(null),
})
export const categoryChange = z.object({
  name: categoryName.optional(),
  /** The one it is to stand below; null for none. */
  parentId: id.nullable().optional(),
  version,
})

export const productChange = z.object({
  name: line('Name', { min: 1, max: 200 }).optional(),
  description: paragraph('Description', { max: 5000 }).optional(),
  categoryId: id.nullable().optional(),
  brand: line('Brand', { max: 80 }).optional(),
  tags: tags.optional(),
  shelfLifeDays: shelfLifeDays.optional(),
  minRemainingDaysReceive: minRemainingDaysReceive.optional(),
  minRemainingDaysShip: minRemainingDaysShip.optional(),
  version,
})

export const variantChange = z.object({
  sku: sku.optional(),
  name: line('Name', { max: 200 }).optional(),
  options: options.optional(),
  unit: unitCode.optional(),
  qtyScale: scale.optional(),
  tracking: z.enum(trackings).optional(),
  reorderPoint: quantityOrNone.optional(),
  backorder: backorder.optional(),
  weightG: weightG.optional(),
  lengthMm: lengthMm.optional(),
  widthMm: widthMm.optional(),
  heightMm: heightMm.optional(),
  sellPrice: money.nullable().optional(),
  purchasePrice: money.nullable().optional(),
  version,
})

/** What setting prices needs, on every route that can set them. */
export const priceRights = [
  { permission: 'catalog.price.update', when: 'a `sellPrice` is given' },
  { permission: 'catalog.cost.update', when: 'a `purchasePrice` is given' },
] as const
