import type { FulfillmentSummary } from '@stowage/contract/orders/fulfillments'
import type { Listed } from '../../workspace/documents/list-queries.ts'
import type { FulfillmentRow } from './queries.ts'

/** Builds the summary of a fulfillment, for lists and pages. */
export const summaryOf = ({
  order,
  wave,
  customer,
  splitFrom,
  warehouseCode,
  ...row
}: FulfillmentRow) => ({
  ...row,
  order: order ?? '',
  wave: wave ?? null,
  splitFrom: splitFrom ?? null,
  customer: customer ?? null,
  warehouseCode: warehouseCode ?? '',
})

/** A fulfillment in a list. */
export const toListed = ({
  units,
  leavingLines,
  lineCount: _,
  ...row
}: Listed<FulfillmentRow>): FulfillmentSummary => ({
  ...summaryOf(row),
  lineCount: leavingLines ?? 0,
  units: units ?? '0',
})
