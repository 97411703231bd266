import type { Package } from '@stowage/contract/orders/fulfillments'
import type { Shipment, ShipmentSummary } from '@stowage/contract/orders/shipping'
import { plainMoney } from '@stowage/contract/warehouse/quantities'
import type { Listed } from '../../workspace/documents/list-queries.ts'
import type { ShipmentRow } from './queries.ts'

const headOf = ({ costMicros, ...row }: ShipmentRow) => ({
  ...row,
  order: row.order ?? '',
  customer: row.customer ?? null,
  fulfillment: row.fulfillment ?? '',
  warehouseCode: row.warehouseCode ?? '',
  manifest: row.manifest ?? null,
  cost: costMicros === null ? null : plainMoney(costMicros),
})

/** A shipment in a list. */
export function toListed({ lineCount, weightG, ...row }: Listed<ShipmentRow>): ShipmentSummary {
  return { ...headOf(row), packageCount: lineCount, weightG: weightG ?? null }
}

/** A shipment with its packages. */
export const toReply = (row: ShipmentRow, packages: readonly Package[]): Shipment => ({
  ...headOf(row),
  packages: [...packages],
})
