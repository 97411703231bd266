import type { Adjustment } from '@stowage/contract/warehouse/adjustments'
import type { Columns } from '../../http/csv.ts'

type Listed = Omit<Adjustment, 'lines'> & { lineCount: number }

/** The list of adjustments as a file. */
export const adjustmentColumns: Columns<Listed> = {
  number: ({ number }) => number,
  warehouse: ({ warehouseCode }) => warehouseCode,
  state: ({ state }) => state,
  reason: ({ reasonCode }) => reasonCode,
  note: ({ note }) => note,
  lines: ({ lineCount }) => String(lineCount),
  effectiveAt: ({ effectiveAt }) => effectiveAt,
  createdAt: ({ createdAt }) => createdAt,
  by: ({ createdByName }) => createdByName ?? null,
  approvedBy: ({ approvedByName }) => approvedByName ?? null,
}
