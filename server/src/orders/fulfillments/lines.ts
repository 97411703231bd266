import type { FulfillmentLineRow } from './queries.ts'
import type { NewLine } from './rules.ts'

/** A line of a new fulfillment as it is stored. */
export function toLine({
  lineNo,
  line,
  componentId,
  reservationId,
  qty,
}: NewLine): FulfillmentLineRow {
  const part = line.components.find(({ id }) => id === componentId)
  const { variantId, sku, name, qtyScale } = part ?? line
  return {
    lineNo,
    orderLineId: line.id,
    componentId,
    variantId,
    reservationId,
    sku,
    name,
    unit: part?.unit ?? line.baseUnit,
    qtyScale,
    qty: String(qty),
    short: '0',
    packed: '0',
    picks: [],
  }
}
