import type { ReturnSummary } from '@stowage/contract/orders/returns'
import type { Columns } from '../../http/csv.ts'

/** The list of returns as a file. */
export const returnColumns: Columns<ReturnSummary> = {
  number: ({ number }) => number,
  state: ({ state }) => state,
  order: ({ order }) => order,
  customer: ({ customer }) => customer,
  warehouse: ({ warehouseCode }) => warehouseCode,
  reasons: ({ reasons }) => reasons.join(', '),
  qty: ({ qty }) => qty,
  received: ({ received }) => received,
  undecided: ({ undecided }) => undecided,
  dispositions: ({ dispositions }) => dispositions.join(', '),
  expectedBy: ({ expectedBy }) => expectedBy,
  receivedAt: ({ receivedAt }) => receivedAt,
  createdAt: ({ createdAt }) => createdAt,
  by: ({ createdByName }) => createdByName ?? null,
}
