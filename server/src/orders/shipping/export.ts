import type { ShipmentSummary } from '@stowage/contract/orders/shipping'
import { ownTracking } from '@stowage/contract/tracking'
import { type Columns, identifier } from '../../http/csv.ts'

/** The list of shipments as a file. */
export const shipmentColumns: Columns<ShipmentSummary> = {
  number: ({ number }) => number,
  order: ({ order }) => order,
  customer: ({ customer }) => customer,
  warehouse: ({ warehouseCode }) => warehouseCode,
  carrier: ({ carrier }) => carrier,
  service: ({ service }) => service,
  tracking: ({ tracking }) => identifier(tracking),
  packageTracking: ({ parcels }) => identifier(ownTracking(parcels).join(', ')),
  packages: ({ packageCount }) => String(packageCount),
  weightG: ({ weightG }) => (weightG === null ? null : String(weightG)),
  cost: ({ cost }) => (cost === null ? null : { decimal: cost }),
  state: ({ state }) => state,
  shippedAt: ({ shippedAt }) => shippedAt,
  deliveredAt: ({ deliveredAt }) => deliveredAt,
  handedOverAt: ({ handedOverAt }) => handedOverAt,
  manifest: ({ manifest }) => manifest,
  by: ({ createdByName }) => createdByName ?? null,
  note: ({ note }) => note,
}
