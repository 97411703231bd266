import type { ManifestSummary } from '@stowage/contract/orders/manifests'
import type { Columns } from '../../http/csv.ts'

/** The list of manifests as a file. */
export const manifestColumns: Columns<ManifestSummary> = {
  number: ({ number }) => number,
  warehouse: ({ warehouseCode }) => warehouseCode,
  carrier: ({ carrier }) => carrier,
  state: ({ state }) => state,
  shipments: ({ shipmentCount }) => String(shipmentCount),
  packages: ({ packageCount }) => String(packageCount),
  weightG: ({ weightG }) => (weightG === null ? null : String(weightG)),
  packagesNotWeighed: ({ unweighedCount }) => String(unweighedCount),
  takenBy: ({ handedTo }) => handedTo,
  handedOverAt: ({ handedOverAt }) => handedOverAt,
  handedOverBy: ({ handedOverByName }) => handedOverByName,
  openedAt: ({ createdAt }) => createdAt,
  openedBy: ({ createdByName }) => createdByName ?? null,
}
