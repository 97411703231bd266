import type { FulfillmentSummary } from '@stowage/contract/orders/fulfillments'
import type { Columns } from '../../http/csv.ts'

/** The list of fulfillments as a file. */
export const fulfillmentColumns: Columns<FulfillmentSummary> = {
  number: ({ number }) => number,
  order: ({ order }) => order,
  customer: ({ customer }) => customer,
  warehouse: ({ warehouseCode }) => warehouseCode,
  state: ({ state }) => state,
  policy: ({ policy }) => policy,
  priority: ({ priority }) => String(priority),
  shipBy: ({ shipBy }) => shipBy,
  lines: ({ lineCount }) => String(lineCount),
  units: ({ units }) => ({ decimal: units }),
  createdAt: ({ createdAt }) => createdAt,
  by: ({ createdByName }) => createdByName ?? null,
}
