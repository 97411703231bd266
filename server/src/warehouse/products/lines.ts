import { isSameKey } from '@stowage/contract/folding'
import { isQuantity, toQuanta, type Fraction } from '@stowage/contract/warehouse/quantities'
import { fail, failField, notFound } from '../../errors.ts'
import { unitOf } from './rules.ts'
import type { Item, ItemChoice } from './variant-list-queries.ts'

/** An item that was found, and the unit its line counts in. */
export type NamedItem = { item: Item; unit: string; fraction: Fraction }

/**
 * Returns the item and the unit of each line. Fails with `barcode_unknown`, `not_found` or `uom_unknown` for
 * the first that names nothing, and says which line it is.
 */
export const nameItems = (
  items: readonly (Item | undefined)[],
  lines: readonly (ItemChoice & { unit?: string | undefined })[],
): NamedItem[] =>
  lines.map((line, i) => {
    const item = items[i] ?? unknown(line, i)
    const said = line.unit ?? item.scanned ?? item.unit
    const names = [item.unit, ...item.units.map(({ code }) => code)]
    const unit = names.find((name) => isSameKey(name, said)) ?? said
    const fraction =
      unitOf(unit, item.unit, item.units) ??
      fail('uom_unknown', {
        details: [{ path: `lines.${i}.unit`, message: `${item.sku} has no unit ${unit}` }],
      })
    return { item, unit, fraction }
  })

function unknown({ barcode, sku }: ItemChoice, i: number): never {
  if (barcode !== undefined)
    return fail('barcode_unknown', {
      details: [{ path: `lines.${i}.barcode`, message: `No item has the barcode ${barcode}.` }],
    })
  if (sku === undefined) return notFound()
  return failField(`lines.${i}.sku`, `No item has the SKU ${sku}.`)
}

/** The largest number a column of the stock holds. */
const most = 2n ** 63n - 1n

/** A quantity of a line in quanta; `uom_not_exact` names the nearest that would do. */
export function quantaOf(
  { item, fraction }: { item: Pick<Item, 'sku' | 'qtyScale' | 'unit'>; fraction: Fraction },
  text: string,
  path: string,
): bigint {
  if (!isQuantity(text)) throw new TypeError(`${text} isn’t a quantity`)
  const read = toQuanta(text, item.qtyScale, fraction)
  if ('quanta' in read) {
    if (read.quanta > most || read.quanta < -most)
      fail('amount_too_large', { details: [{ path, message: `${text} is too large` }] })
    return read.quanta
  }
  const message = `${text} of ${item.sku} isn’t a whole number of base units`
  const { nearest, isInBaseUnits } = read
  const refusal = { nearest, details: [{ path, message }] }
  return fail('uom_not_exact', isInBaseUnits ? { ...refusal, nearestUnit: item.unit } : refusal)
}
