import type { picking as routes } from '@stowage/contract/orders/picking'
import type { Reply } from '@stowage/contract/route'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { FulfillmentRow } from '../fulfillments/queries.ts'
import type { PickTaskRow } from './queries.ts'

/** A task as it is now, and what was picked; quanta. */
export const replyOf = (
  { id, number, state }: FulfillmentRow,
  task: PickTaskRow,
  picked: string,
): Reply<typeof routes.confirm> => ({
  task: {
    id: task.id,
    state: task.state,
    fulfillmentId: task.fulfillmentId,
    variantId: task.variantId,
    sku: task.sku,
    unit: task.unit,
    locationId: task.locationId,
    location: task.location,
    lot: task.lot,
    serial: task.serial,
    qty: fromQuanta(task.qty, task.qtyScale),
    tote: task.tote,
    pickedAt: task.pickedAt?.toISOString() ?? null,
    pickedByName: task.pickedByName,
  },
  picked: fromQuanta(picked, task.qtyScale),
  fulfillment: { id, number, state },
})
