import { newId } from '../../database/ids.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { FulfillmentLineRow, FulfillmentRow } from './queries.ts'
import type { NewLine } from './rules.ts'

/** A line of a new fulfillment as it is stored. */
function toLine({ lineNo, line, componentId, reservationId, qty }: NewLine): FulfillmentLineRow {
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

/** A fulfillment of an order that is released, with its lines and the allocations they are picked from. */
export function newFulfillment(
  { id: by, at }: WorkspaceMember,
  { id: orderId, number: order, externalId, priority, promisedShipAt }: OrderRow,
  given: Pick<FulfillmentRow, 'number' | 'warehouseId' | 'waveId' | 'policy'> & {
    lines: readonly NewLine[]
  },
) {
  const { number, warehouseId, waveId, policy, lines } = given
  const row: FulfillmentRow = {
    id: newId(),
    number,
    state: 'released',
    version: 1,
    createdAt: at.toISOString(),
    createdBy: by,
    orderId,
    order,
    externalId,
    warehouseId,
    waveId,
    policy,
    priority,
    shipBy: promisedShipAt,
    splitFromId: null,
  }
  const allocations = lines.flatMap((line) =>
    line.allocations.map(({ allocationId }) => ({ lineNo: line.lineNo, allocationId })),
  )
  return { row, lines: lines.map(toLine), allocations }
}
