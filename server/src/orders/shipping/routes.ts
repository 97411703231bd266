import type { shipping as routes } from '@stowage/contract/orders/shipping'
import type { Handlers } from '../../http/mount.ts'
import { retryConflicts } from '../../warehouse/stock/conflicts.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { deliver, noteTrouble } from './deliver.ts'
import { getShipment, shipFulfillment, updateShipment, voidShipment } from './commands.ts'
import { shipmentColumns } from './export.ts'
import { shipments, toListed } from './queries.ts'

const { list, details, step } = documentHandlers(shipments, 'shipment')

export const shippingHandlers: Handlers<typeof routes> = {
  list: list(
    'shipments',
    shipmentColumns,
    (rows) => rows.map(toListed),
    ({ q, ...query }) => ({ ...query, search: q, sought: q }),
  ),
  details: details(getShipment),

  ship: async (call, { body }) => {
    const { write, actor } = call
    await call.requireRights({
      'stock.backdate': body.shippedAt !== undefined,
      'order.ship_short': body.shipShort,
    })
    return retryConflicts(call, () =>
      write(async (tx) => ({ shipment: await shipFulfillment(tx, actor, body) })),
    )
  },

  update: step(updateShipment),
  void: step(voidShipment, { retry: retryConflicts }),
  deliver: step(deliver),
  exception: step((tx, actor, id, body) => noteTrouble(tx, actor, id, body, 'exception')),
  lose: step((tx, actor, id, body) => noteTrouble(tx, actor, id, body, 'lost')),
  return: step((tx, actor, id, body) => noteTrouble(tx, actor, id, body, 'returned')),
}
