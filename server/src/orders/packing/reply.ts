import type { Package } from '@stowage/contract/orders/fulfillments'
import type { PackableItem } from '@stowage/contract/orders/packing'
import { fromQuanta, toQuanta } from '@stowage/contract/warehouse/quantities'
import type { FulfillmentRow } from '../fulfillments/queries.ts'
import type { PackageHead, PackageRow } from './list-queries.ts'
import type { Packable } from './rules.ts'

/** What names a package, and how far it is. */
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

/** What there is to pack. A barcode whose unit is no exact quantity is left out: the server refuses it. */
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
