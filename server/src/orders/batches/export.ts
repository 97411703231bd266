import type { BatchSummary } from '@stowage/contract/orders/batches'
import type { Columns } from '../../http/csv.ts'
import { figureColumns } from './progress-export.ts'

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
