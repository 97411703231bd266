import type { Location, Warehouse } from '@stowage/contract/warehouse/places'
import type { Columns } from '../../http/csv.ts'

type Listed = Location & { skus: number; zoneCode: string | null }
const numberOf = (limit: number | null) => (limit === null ? null : String(limit))
const yesNo = (is: boolean) => (is ? 'yes' : 'no')

/** The list of locations as a file; under these names a file of locations is read in again. */
export function locationColumns(warehouses: readonly Warehouse[]): Columns<Listed> {
  const codes = new Map(warehouses.map(({ id, code }) => [id, code]))
  return {
    warehouse: ({ warehouseId }) => codes.get(warehouseId) ?? null,
    code: ({ code }) => code,
    zone: ({ zoneCode }) => zoneCode,
    barcode: ({ barcode }) => barcode,
    kind: ({ kind }) => kind,
    sequence: ({ pickSequence }) => String(pickSequence),
    pickable: ({ pickable }) => yesNo(pickable),
    receivable: ({ receivable }) => yesNo(receivable),
    max_units: ({ maxUnits }) => numberOf(maxUnits),
    max_weight_g: ({ maxWeightG }) => numberOf(maxWeightG),
    mixed_skus: ({ mixedSkus }) => yesNo(mixedSkus),
    mixed_lots: ({ mixedLots }) => yesNo(mixedLots),
    status: ({ status }) => status,
    skus: ({ skus }) => String(skus),
    last_counted_at: ({ lastCountedAt }) => lastCountedAt,
  }
}
