import type { Wave } from '@stowage/contract/orders/waves'
import type { Columns } from '../../http/csv.ts'

/** The list of waves as a file. */
export const waveColumns: Columns<Wave> = {
  number: ({ number }) => number,
  warehouse: ({ warehouseCode }) => warehouseCode,
  state: ({ state }) => state,
  orders: ({ orders }) => String(orders),
  lines: ({ lines }) => String(lines),
  units: ({ units }) => ({ decimal: units }),
  tasks: ({ tasks }) => String(tasks),
  picked: ({ picked }) => String(picked),
  shortLines: ({ shortLines }) => String(shortLines),
  createdAt: ({ createdAt }) => createdAt,
  by: ({ createdByName }) => createdByName ?? null,
}
