import { line } from '@stowage/contract/fields'
import {
  barcodeText,
  newProduct,
  newVariant,
  trackings,
} from '@stowage/contract/warehouse/catalog-inputs'
import { isQuantity, toQuanta } from '@stowage/contract/warehouse/quantities'
import type { ImportedItem } from '../catalog/import-queries.ts'
import { readBarcode, type ReadBarcode } from '../catalog/rules.ts'
import { note, read, readMeasure, readNumber, readWord, type Reading } from './cells.ts'

/* What a row of a file of products says. Pure. */

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

/** In which ways the variant differs from its siblings, in the order of the names. */
function optionsOf(reading: Reading): Record<string, string> | undefined {
  const options = new Map<string, string>()
  for (const n of [1, 2, 3]) {
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

/** What the row says about an item, blank cells left out. */
export function givenOf(
  reading: Reading,
): Partial<ImportedItem> & { reorderText?: string | undefined } {
  const { weightUnit, lengthUnit } = reading.options
  const price = (field: string) => {
    const text = readNumber(reading, field)
    return text === undefined ? undefined : canonical(text)
  }
  const given = {
    name: read(reading, 'name', name),
    variant: read(reading, 'variant', variantName),
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
  if (/^\d(\.\d+)?E\+\d+$/i.test(code))
    return note(
      reading,
      'barcode',
      'barcode_check_digit',
      'A spreadsheet has rounded this number. Format the column as text and enter it again',
    )
  const kind = readBarcode(code)
  if (!kind) return note(reading, 'barcode', 'barcode_check_digit', 'The check digit is wrong')
  return { ...kind, code }
}
