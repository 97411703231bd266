import type { Wave } from '@stowage/contract/orders/waves'
import type { Columns } from '../../http/csv.ts'
import { figureColumns } from '../batches/export.ts'

/** The list of waves as a file. */
export const waveColumns: Columns<Wave> = {
  number: ({ number }) => number,
  warehouse: ({ warehouseCode }) => warehouseCode,
  state: ({ state }) => state,
  ...figureColumns,
  createdAt: ({ createdAt }) => createdAt,
  by: ({ createdByName }) => createdByName ?? null,
}
