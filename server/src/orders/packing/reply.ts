import type { Fulfillment, Package } from '@stowage/contract/orders/fulfillments'
import type { PackableItem } from '@stowage/contract/orders/packing'
import { fromQuanta, toQuanta } from '@stowage/contract/warehouse/quantities'
import type { FulfillmentLineRow, FulfillmentRow } from '../fulfillments/queries.ts'
import { summaryOf } from '../fulfillments/reply.ts'
import type { PackageHead, PackageRow } from './list-queries.ts'
import type { Packable } from './rules.ts'

/** Returns the id, number and state of a package. */
export const headOf = (
  { state }: Pick<FulfillmentRow, 'state'>,
  { id, number, state: own }: PackageHead,
) => ({
  id,
  number,
  state: state === 'shipped' ? ('shipped' as const) : own,
})

/** A package with what is in it. */
export function toPackage(fulfillment: Pick<FulfillmentRow, 'state'>, row: PackageRow): Package {
  const { packageNo: _, createdAt, closedAt, lines, ...rest } = row
  return {
    ...rest,
    ...headOf(fulfillment, row),
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    lines: lines.map(({ qtyScale, qty, ...line }) => ({ ...line, qty: fromQuanta(qty, qtyScale) })),
  }
}

/** A fulfillment with its lines, where they are picked, and its packages. */
export const toFulfillment = (
  row: FulfillmentRow,
  lines: readonly FulfillmentLineRow[],
  packages: readonly PackageRow[],
): Fulfillment => ({
  ...summaryOf(row),
  lines: lines.map(({ reservationId: _, qtyScale, picks, ...line }) => {
    const format = (quanta: string) => fromQuanta(quanta, qtyScale)
    const done = picks.filter(({ state }) => state === 'done')
    return {
      ...line,
      qty: format(line.qty),
      picked: format(String(done.reduce((sum, { qty }) => sum + BigInt(qty), 0n))),
      packed: format(line.packed),
      shipped: format(row.state === 'shipped' ? line.packed : '0'),
      short: format(line.short),
      picks: picks.map((pick) => ({ ...pick, qty: format(pick.qty) })),
    }
  }),
  packages: packages.map((one) => toPackage(row, one)),
})

/**
 * Serializes an item to pack. A barcode whose unit is not an exact quantity is omitted: the server refuses
 * it.
 */
export const toPackable = ({ barcodes, ...item }: Packable): PackableItem => {
  const text = (quanta: bigint | string) => fromQuanta(quanta, item.qtyScale)
  return {
    lineNo: item.lineNo,
    variantId: item.variantId,
    sku: item.sku,
    name: item.name,
    unit: item.unit,
    lot: item.lot,
    serial: item.serial,
    picked: text(item.picked),
    packed: text(item.packed),
    codes: barcodes.flatMap(({ code, numerator, denominator }) => {
      const unit = { numerator: BigInt(numerator), denominator: BigInt(denominator) }
      const read = toQuanta('1', item.qtyScale, unit)
      return 'quanta' in read ? [{ code, qty: text(read.quanta) }] : []
    }),
  }
}
