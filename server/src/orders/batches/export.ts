import type { BatchSummary } from '@stowage/contract/orders/batches'
import type { Columns } from '../../http/csv.ts'
import type { Figures } from './progress-queries.ts'

/** Progress of the picks of a wave or a batch, in a file. */
export const figureColumns: Columns<Figures> = {
  orders: ({ orders }) => String(orders),
  lines: ({ lines }) => String(lines),
  units: ({ units }) => ({ decimal: units }),
  tasks: ({ tasks }) => String(tasks),
  picked: ({ picked }) => String(picked),
  shortLines: ({ shortLines }) => String(shortLines),
}

/** The list of batches as a file. */
export const batchColumns: Columns<BatchSummary> = {
  number: ({ number }) => number,
  wave: ({ wave }) => wave,
  warehouse: ({ warehouseCode }) => warehouseCode,
  method: ({ method }) => method,
  state: ({ state }) => state,
  assignedTo: ({ assignedToName }) => assignedToName,
  ...figureColumns,
  createdAt: ({ createdAt }) => createdAt,
  by: ({ createdByName }) => createdByName ?? null,
}
