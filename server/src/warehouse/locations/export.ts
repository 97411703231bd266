import type { Location } from '@stowage/contract/warehouse/locations'
import type { Warehouse } from '@stowage/contract/warehouse/warehouses'
import { type Columns, identifier, numberText, yesNo } from '../../http/csv.ts'
import { codesOf } from './warehouse-export.ts'

type Listed = Location & { skus: number; zoneCode: string | null }

/** The list of locations as a file; under these names a file of locations is read in again. */
export function locationColumns(warehouses: readonly Warehouse[]): Columns<Listed> {
  const codes = codesOf(warehouses)
  return {
    warehouse: ({ warehouseId }) => identifier(codes.get(warehouseId)),
    code: ({ code }) => identifier(code),
    zone: ({ zoneCode }) => identifier(zoneCode),
    barcode: ({ barcode }) => barcode,
    kind: ({ kind }) => kind,
    sequence: ({ pickSequence }) => String(pickSequence),
    x_mm: ({ xMm }) => numberText(xMm),
    y_mm: ({ yMm }) => numberText(yMm),
    pickable: ({ pickable }) => yesNo(pickable),
    receivable: ({ receivable }) => yesNo(receivable),
    max_units: ({ maxUnits }) => numberText(maxUnits),
    max_weight_g: ({ maxWeightG }) => numberText(maxWeightG),
    mixed_skus: ({ mixedSkus }) => yesNo(mixedSkus),
    mixed_lots: ({ mixedLots }) => yesNo(mixedLots),
    status: ({ status }) => status,
    skus: ({ skus }) => String(skus),
    last_counted_at: ({ lastCountedAt }) => lastCountedAt,
  }
}
