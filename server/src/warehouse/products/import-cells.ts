import { createHash } from 'node:crypto'
import { line } from '@stowage/contract/fields'
import { barcodeText } from '@stowage/contract/warehouse/product-barcodes'
import { newProduct } from '@stowage/contract/warehouse/products'
import { newVariant, trackings } from '@stowage/contract/warehouse/product-variants'
import { readBarcode, type ReadBarcode } from './rules.ts'
import type { ImportedItem } from './variant-import-queries.ts'
import { isQuantity, toQuanta } from '@stowage/contract/warehouse/quantities'
import {
  groupKeyOf,
  note,
  read,
  readMeasure,
  readNumber,
  readWord,
  type Reading,
} from '../../workspace/imports/cells.ts'
import type { ReadRow } from '../../workspace/imports/kinds.ts'

/* What the rows of a file of products say. Pure. */

/** Rows that are variants of one product share a key. */
export const group = { field: 'handle', noun: 'product', isWhole: false } as const

export const synonyms = {
  sku: [
    'variantsku',
    'itemcode',
    'itemnumber',
    'itemno',
    'article',
    'articlenumber',
    'artikelnummer',
    'partnumber',
    'productcode',
    'internalreference',
    'defaultcode',
    'ipn',
  ],
  name: ['productname', 'itemname', 'product', 'title', 'item', 'bezeichnung'],
  variant: ['variantname', 'option', 'variante'],
  handle: ['producthandle', 'productgroup', 'parentsku', 'parent', 'style', 'artikelgruppe'],
  option1: ['option1name'],
  value1: ['option1value'],
  option2: ['option2name'],
  value2: ['option2value'],
  option3: ['option3name'],
  value3: ['option3value'],
  description: ['beschreibung', 'details', 'salesdescription'],
  brand: ['manufacturer', 'vendor', 'marke'],
  // The field's own word comes second: a file may have both columns.
  category: [
    'categoryname',
    'category',
    'productcategory',
    'categories',
    'itemgroup',
    'producttype',
    'type',
    'group',
    'kategorie',
  ],
  tags: ['labels', 'keywords'],
  shelf_life_days: ['shelflife', 'haltbarkeit'],
  min_days_receive: ['minremainingdaysreceive', 'mindaysonreceipt'],
  min_days_ship: ['minremainingdaysship', 'mindaysonshipping'],
  barcode: ['ean', 'ean13', 'gtin', 'upc', 'gtinupceanorisbn', 'variantbarcode', 'strichcode'],
  unit: ['uom', 'unitofmeasure', 'defaultunitofmeasure', 'units', 'einheit'],
  decimals: ['scale', 'qtyscale', 'precision'],
  tracking: ['trackby'],
  reorder_point: [
    'reorderlevel',
    'minstock',
    'minimumstock',
    'lowstockamount',
    'minimum',
    'meldebestand',
  ],
  weight_g: [
    'weightingrams',
    'grams',
    'variantgrams',
    'weightgrams',
    'weightvaluegrams',
    'gewichting',
    'weightkg',
    'weightlb',
    'weightlbs',
    'weightoz',
    'gewichtinkg',
    'gewichtkg',
  ],
  length_mm: ['lengthinmm', 'laengeinmm', 'lengthcm', 'lengthin', 'laengeincm'],
  width_mm: ['widthinmm', 'breiteinmm', 'widthcm', 'widthin', 'breiteincm'],
  height_mm: ['heightinmm', 'hoeheinmm', 'heightcm', 'heightin', 'hoeheincm'],
  sell_price: [
    'price',
    'salesprice',
    'sellingprice',
    'variantprice',
    'regularprice',
    'standardsellingrate',
    'preis',
  ],
  purchase_price: [
    'cost',
    'costprice',
    'buyprice',
    'costperitem',
    'valuationrate',
    'einkaufspreis',
  ],
}

/** Odoo writes its reference under one of these, and weights in kilograms unless somebody chose pounds. */
export const plainWeight = (columns: readonly string[]) =>
  columns.includes('weight') &&
  (columns.includes('internalreference') || columns.includes('defaultcode'))
    ? ({ field: 'weight_g', unit: 'kg' } as const)
    : undefined

export const { sku: skuSchema } = newVariant.shape
const { name: variantName, unit, qtyScale, weightG, lengthMm, widthMm, heightMm } = newVariant.shape
const { name, description, brand, tags, ...days } = newProduct.shape
const categoryName = line('Category', { min: 1, max: 80 })
const whole = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : text)

/** `9.90` and `9.900000` are one amount. */
export const canonical = (decimal: string) =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal

const optionName = line('Option', { min: 1, max: 40 })
const optionValue = line('Value', { min: 1, max: 80 })

/** Pattern of the placeholder name Shopify gives the only variant of a product. */
const noName = /(^|[\s–/(-]+)Default Title\)?$/i
const isNoName = (text: string | undefined) => text !== undefined && /^Default Title$/i.test(text)

/** In which ways the variant differs from its siblings, in the order of the names. */
function optionsOf(reading: Reading): Record<string, string> | undefined {
  const options = new Map<string, string>()
  for (const n of [1, 2, 3]) {
    if (isNoName(reading.cells.get(`value${n}`))) continue
    const value = read(reading, `value${n}`, optionValue)
    if (value === undefined) continue
    const name = read(reading, `option${n}`, optionName)
    if (!reading.cells.has(`option${n}`))
      note(reading, `value${n}`, 'validation_failed', 'Enter the option for this value')
    else if (name !== undefined && options.has(name))
      note(reading, `option${n}`, 'validation_failed', 'This option is listed twice')
    if (name !== undefined) options.set(name, value)
  }
  return options.size > 0 ? inOrder(Object.fromEntries(options)) : undefined
}

/** As the database orders nothing, and two of the same shall look the same. */
export const inOrder = (options: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Returns the item values of the row without blank cells. */
export function givenOf(
  reading: Reading,
): Partial<ImportedItem> & { reorderText?: string | undefined } {
  const { weightUnit, lengthUnit } = reading.options
  const price = (field: string) => {
    const text = readNumber(reading, field)
    return text === undefined ? undefined : canonical(text)
  }
  const given = {
    name: read(reading, 'name', name, (text) => text.replace(noName, '')),
    variant: read(reading, 'variant', variantName, (text) => text.replace(noName, '')),
    options: optionsOf(reading),
    description: read(reading, 'description', description),
    brand: read(reading, 'brand', brand),
    category: read(reading, 'category', categoryName),
    tags: read(reading, 'tags', tags, (text) => text.split(/[;|]/).filter((tag) => tag.trim())),
    shelfLifeDays: read(reading, 'shelf_life_days', days.shelfLifeDays, whole) ?? undefined,
    minRemainingDaysReceive:
      read(reading, 'min_days_receive', days.minRemainingDaysReceive, whole) ?? undefined,
    minRemainingDaysShip:
      read(reading, 'min_days_ship', days.minRemainingDaysShip, whole) ?? undefined,
    unit: read(reading, 'unit', unit),
    decimals: read(reading, 'decimals', qtyScale, whole),
    tracking: readWord(reading, 'tracking', trackings),
    weightG: readMeasure(reading, 'weight_g', weightG, weightUnit) ?? undefined,
    lengthMm: readMeasure(reading, 'length_mm', lengthMm, lengthUnit) ?? undefined,
    widthMm: readMeasure(reading, 'width_mm', widthMm, lengthUnit) ?? undefined,
    heightMm: readMeasure(reading, 'height_mm', heightMm, lengthUnit) ?? undefined,
    sellPrice: price('sell_price'),
    purchasePrice: price('purchase_price'),
    reorderText: readNumber(reading, 'reorder_point'),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const rescaled = (quanta: string, from: number, to: number) =>
  to >= from ? BigInt(quanta) * 10n ** BigInt(to - from) : undefined

/** The reorder point in quanta of the decimals the item will have. */
export function reorderPointOf(
  reading: Reading,
  text: string | undefined,
  was: ImportedItem,
  decimals: number,
): string | null {
  if (text === undefined) {
    if (was.reorderPoint === null) return null
    const quanta = rescaled(was.reorderPoint, was.decimals, decimals)
    if (quanta !== undefined) return String(quanta)
    note(reading, 'decimals', 'uom_not_exact', 'The reorder point has too many decimals')
    return null
  }
  if (!isQuantity(text)) return null
  const exact = toQuanta(text, decimals)
  if ('quanta' in exact) return String(exact.quanta)
  const nearest = exact.nearest.join(' or ')
  note(reading, 'reorder_point', 'uom_not_exact', `Nearest: ${nearest}`)
  return null
}

export function barcodeOf(reading: Reading): (ReadBarcode & { code: string }) | undefined {
  const code = read(reading, 'barcode', barcodeText)
  if (code === undefined) return undefined
  const kind = readBarcode(code)
  if (!kind) return note(reading, 'barcode', 'barcode_check_digit', 'The check digit is wrong')
  return { ...kind, code }
}

/** Fields set once for a product, by whichever of its rows has them. */
const shared = [
  'name',
  'description',
  'brand',
  'category',
  'tags',
  'option1',
  'option2',
  'option3',
  'shelf_life_days',
  'min_days_receive',
  'min_days_ship',
] as const

/**
 * The rows with what their siblings say of the product they share; a row that says something else is
 * noted. `before` and `behind` are the rows around these in the file.
 */
export function withSiblings(
  before: readonly ReadRow[],
  rows: readonly ReadRow[],
  behind: readonly ReadRow[],
): ReadRow[] {
  const said = new Map<string, Map<string, string>>()
  for (const row of [...before, ...rows, ...behind]) {
    const key = groupKeyOf(row, group)
    if (key === undefined) continue
    const own = said.get(key) ?? new Map<string, string>()
    said.set(key, own)
    for (const field of shared) {
      const text = row.reading.cells.get(field)
      if (text !== undefined && !own.has(field)) own.set(field, text)
    }
  }
  return rows.map((row) => {
    const own = said.get(groupKeyOf(row, group) ?? '')
    if (!own) return row
    for (const [field, text] of own)
      if ((row.reading.cells.get(field) ?? text) !== text)
        note(
          row.reading,
          field,
          'validation_failed',
          `Another row of this product says: ${text.slice(0, 80)}`,
        )
    return { ...row, reading: { ...row.reading, cells: new Map([...own, ...row.reading.cells]) } }
  })
}

/**
 * The id a product of a file will have: the same whenever a part of its rows is written, and beginning
 * with the same moment as the file's, as ids do.
 */
export function productIdOf(importId: string, key: string): string {
  const hash = createHash('sha256').update(`${importId} ${key}`).digest('hex')
  return `${importId.slice(0, 13)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}
