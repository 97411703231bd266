import { money } from '@stowage/contract/warehouse/fields'
import { newBarcode } from '@stowage/contract/warehouse/product-barcodes'
import { newProduct, productChange, type Product } from '@stowage/contract/warehouse/products'
import { newUnit } from '@stowage/contract/warehouse/product-units'
import {
  newVariant,
  variantChange,
  type Variant,
} from '@stowage/contract/warehouse/product-variants'
import { z } from 'zod'
import {
  ambiguityOf,
  asTyped,
  moneyAsTyped,
  readQuantity,
  withoutZeros,
} from '../../app/quantity.ts'
import { wholeOrNone } from '../../parts/typed.ts'

/* The schemas of the contract, told from what is typed: every field of a form is text. */

/** Nothing typed is none; `1,5` is 1.5; what cannot be read is left to the schema to refuse. */
const optionalQuantity = z.string().transform((typed) => {
  const text = typed.trim()
  return text === '' ? null : (readQuantity(text) ?? text)
})

/** 'colour: blue, size: L' as pairs. A part without a colon has no name and is refused. */
const optionsText = z
  .string()
  .superRefine((typed, context) => {
    if (partsOf(typed).some(([name, value]) => name === '' || value === ''))
      context.addIssue({ code: 'custom', message: 'Enter options as "color: blue, size: L"' })
  })
  .transform((typed) => Object.fromEntries(partsOf(typed)))

const partsOf = (typed: string): [string, string][] =>
  typed
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [name = '', ...value] = part.split(':')
      return [name.trim(), value.join(':').trim()]
    })

const optionsTyped = (options: Variant['options']) =>
  Object.entries(options)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')

/** Nothing typed is none, as is what was not asked for. */
const price = z
  .string()
  .default('')
  .pipe(optionalQuantity)
  .refine(
    (read) => read === null || (!ambiguityOf(read) && money.safeParse(read).success),
    'Enter the price as a number, such as 12.50',
  )
  .transform((read) => read && withoutZeros(read))
const prices = { sellPrice: price, purchasePrice: price }

const { shape } = newVariant
const decimals = z.string().transform(Number).pipe(shape.qtyScale.unwrap())
/** Nothing typed is none, as is what was not asked for. */
const wholeOrAbsent = z.string().default('').pipe(wholeOrNone)
const measures = {
  weightG: wholeOrAbsent.pipe(shape.weightG.unwrap()),
  lengthMm: wholeOrAbsent.pipe(shape.lengthMm.unwrap()),
  widthMm: wholeOrAbsent.pipe(shape.widthMm.unwrap()),
  heightMm: wholeOrAbsent.pipe(shape.heightMm.unwrap()),
}
const variantForm = z.object({
  sku: shape.sku,
  name: shape.name.unwrap(),
  options: optionsText.pipe(shape.options.unwrap()),
  unit: shape.unit.unwrap(),
  qtyScale: decimals,
  tracking: shape.tracking.unwrap(),
  reorderPoint: optionalQuantity.pipe(shape.reorderPoint.unwrap()),
  ...measures,
  ...prices,
  barcodes: z.array(
    z.object({
      code: newBarcode.shape.code,
      unit: z.string().transform((unit) => unit || null),
    }),
  ),
  units: z.array(newUnit.omit({ denominator: true })),
})

const keeping = {
  shelfLifeDays: wholeOrAbsent.pipe(newProduct.shape.shelfLifeDays.unwrap()),
  minRemainingDaysReceive: wholeOrAbsent.pipe(newProduct.shape.minRemainingDaysReceive.unwrap()),
  minRemainingDaysShip: wholeOrAbsent.pipe(newProduct.shape.minRemainingDaysShip.unwrap()),
}

export const productForm = newProduct.pick({ name: true, brand: true, description: true }).extend({
  categoryId: z
    .string()
    .transform((id) => id || null)
    .pipe(newProduct.shape.categoryId.unwrap()),
  ...keeping,
  variants: z.array(variantForm).min(1, 'Add at least one variant'),
})
export type ProductFormValues = z.input<typeof productForm>

export const emptyVariant: ProductFormValues['variants'][number] = {
  sku: '',
  name: '',
  options: '',
  unit: 'each',
  qtyScale: '0',
  tracking: 'none',
  reorderPoint: '',
  weightG: '',
  lengthMm: '',
  widthMm: '',
  heightMm: '',
  sellPrice: '',
  purchasePrice: '',
  barcodes: [],
  units: [],
}

/** The body that creates it; the first barcode of a variant is the one printed on its labels. */
export const newProductOf = ({ variants, ...product }: z.output<typeof productForm>) => ({
  ...product,
  variants: variants.map(({ barcodes, ...variant }) => ({
    ...variant,
    barcodes: barcodes.map((barcode, at) => ({ ...barcode, isPrimary: at === 0 })),
  })),
})

export const productEdit = productChange
  .omit({ version: true, tags: true, categoryId: true, metadata: true })
  .required()
  .extend({
    categoryId: productForm.shape.categoryId,
    tags: z
      .string()
      .transform((typed) => typed.split(',').flatMap((tag) => tag.trim() || []))
      .pipe(newProduct.shape.tags.unwrap()),
    ...keeping,
  })

export const productTyped = (product: Product): z.input<typeof productEdit> => ({
  name: product.name,
  brand: product.brand,
  description: product.description,
  categoryId: product.categoryId ?? '',
  tags: product.tags.join(', '),
  shelfLifeDays: String(product.shelfLifeDays ?? ''),
  minRemainingDaysReceive: String(product.minRemainingDaysReceive ?? ''),
  minRemainingDaysShip: String(product.minRemainingDaysShip ?? ''),
})

const { shape: backorderShape } = variantChange.shape.backorder.unwrap()
/** The limit counts where the policy is one. */
const backorderForm = z
  .object({
    policy: backorderShape.policy,
    limit: optionalQuantity.pipe(backorderShape.limit.unwrap()),
  })
  .superRefine(({ policy, limit }, context) => {
    if (policy === 'limit' && limit === null)
      context.addIssue({ code: 'custom', path: ['limit'], message: 'Enter the limit' })
  })
  .transform(({ policy, limit }) => ({ policy, limit: policy === 'limit' ? limit : null }))

export const variantEdit = z.object({
  sku: variantChange.shape.sku.unwrap(),
  name: variantForm.shape.name,
  options: variantForm.shape.options,
  unit: variantForm.shape.unit,
  qtyScale: decimals,
  tracking: variantForm.shape.tracking,
  reorderPoint: variantForm.shape.reorderPoint,
  pickPolicy: z
    .string()
    .transform((typed) => typed || null)
    .pipe(variantChange.shape.pickPolicy.unwrap()),
  backorder: backorderForm,
  ...measures,
  ...prices,
})

export const variantTyped = (variant: Variant): z.input<typeof variantEdit> => ({
  sku: variant.sku,
  name: variant.name,
  options: optionsTyped(variant.options),
  unit: variant.unit,
  qtyScale: String(variant.qtyScale),
  tracking: variant.tracking,
  reorderPoint: asTyped(variant.reorderPoint ?? ''),
  pickPolicy: variant.pickPolicy ?? '',
  backorder: {
    policy: variant.backorder.policy,
    limit: asTyped(variant.backorder.limit ?? ''),
  },
  weightG: String(variant.weightG ?? ''),
  lengthMm: String(variant.lengthMm ?? ''),
  widthMm: String(variant.widthMm ?? ''),
  heightMm: String(variant.heightMm ?? ''),
  sellPrice: moneyAsTyped(variant.sellPrice ?? ''),
  purchasePrice: moneyAsTyped(variant.purchasePrice ?? ''),
})
