import type { Receipt } from '@stowage/contract/warehouse/receiving'
import type { Columns } from '../../http/csv.ts'

type Listed = Omit<Receipt, 'lines'> & { lineCount: number }

/** The list of receipts as a file. */
export const receiptColumns: Columns<Listed> = {
  number: ({ number }) => number,
  kind: ({ kind }) => kind,
  warehouse: ({ warehouseCode }) => warehouseCode,
  reference: ({ reference }) => reference,
  state: ({ state }) => state,
  lines: ({ lineCount }) => String(lineCount),
  receivedAt: ({ receivedAt }) => receivedAt,
  createdAt: ({ createdAt }) => createdAt,
  by: ({ createdByName }) => createdByName ?? null,
}
