import type { Warehouse } from '@stowage/contract/warehouse/warehouses'
import type { Zone } from '@stowage/contract/warehouse/zones'
import type { Columns } from '../../http/csv.ts'
import { codesOf } from './export.ts'

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
