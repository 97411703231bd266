import type { shipping } from '@stowage/contract/orders/shipping'
import type { fulfil } from '@stowage/contract/orders/shipping-fulfil'
import type { Handlers } from '../../http/mount.ts'
import { retryConflicts } from '../../warehouse/stock/retry-conflicts.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { deliver, noteTrouble } from './deliver.ts'
import { getShipment, updateShipment, voidShipment } from './commands.ts'
import { shipFulfillment } from './ship.ts'
import { shipmentColumns } from './export.ts'
import { shipments, toListed } from './queries.ts'
import { fulfilOrder } from './fulfil.ts'

const { list, details, step } = documentHandlers(shipments, 'shipment')

export const shippingHandlers: Handlers<typeof shipping> = {
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

export const fulfilHandlers: Handlers<typeof fulfil> = {
  fulfil: async (call, { params, body }) => {
    await call.requireRights({
      'order.release': true,
      'pick.perform': true,
      'pack.skip_scan': true,
      'order.ship_short': body.shipShort,
    })
    return retryConflicts(call, () =>
      call.write((tx) => fulfilOrder(tx, call.actor, params.orderId, body)),
    )
  },
}
