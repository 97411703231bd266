import type { Location } from '@stowage/contract/warehouse/locations'
import type { Warehouse } from '@stowage/contract/warehouse/location-warehouses'
import type { Zone } from '@stowage/contract/warehouse/location-zones'
import { type Columns, identifier, numberText, yesNo } from '../../http/csv.ts'

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

/** The list of warehouses as a file. */
export const warehouseColumns: Columns<Warehouse> = {
  id: ({ id }) => id,
  code: ({ code }) => code,
  name: ({ name }) => name,
  kind: ({ kind }) => kind,
  timezone: ({ timezone }) => timezone,
  sellable: ({ isSellable }) => yesNo(isSellable),
  rank: ({ rank }) => String(rank),
  pick_policy: ({ pickPolicy }) => pickPolicy ?? '',
  address_name: ({ address }) => address.name,
  address_line1: ({ address }) => address.line1,
  address_line2: ({ address }) => address.line2,
  postal_code: ({ address }) => address.postalCode,
  city: ({ address }) => address.city,
  region: ({ address }) => address.region,
  country: ({ address }) => address.country,
  state: ({ state }) => state,
  created_at: ({ createdAt }) => createdAt,
}

const codesOf = (warehouses: readonly Warehouse[]) =>
  new Map(warehouses.map(({ id, code }) => [id, code]))

/** The list of zones as a file. */
export function zoneColumns(warehouses: readonly Warehouse[]): Columns<Zone> {
  const codes = codesOf(warehouses)
  return {
    warehouse: ({ warehouseId }) => codes.get(warehouseId) ?? null,
    code: ({ code }) => code,
    name: ({ name }) => name,
    kind: ({ kind }) => kind,
    sequence: ({ pickSequence }) => String(pickSequence),
    state: ({ state }) => state,
  }
}
