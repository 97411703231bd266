import type { Package } from '@stowage/contract/orders/fulfillments'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { FulfillmentRow } from '../fulfillments/queries.ts'
import type { PackageHead, PackageRow } from './queries.ts'
import { packageNumber } from './rules.ts'

/** What names a package, and how far it is. */
export const headOf = (
  { number, state }: Pick<FulfillmentRow, 'number' | 'state'>,
  { id, packageNo, state: own }: PackageHead,
) => ({
  id,
  number: packageNumber(number, packageNo),
  state: state === 'shipped' ? ('shipped' as const) : own,
})

/** A package with what is in it. */
export function toPackage(
  fulfillment: Pick<FulfillmentRow, 'number' | 'state'>,
  row: PackageRow,
): Package {
  const { packageNo: _, createdAt, closedAt, lines, ...rest } = row
  return {
    ...rest,
    ...headOf(fulfillment, row),
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    lines: lines.map(({ qtyScale, qty, ...line }) => ({ ...line, qty: fromQuanta(qty, qtyScale) })),
  }
}
