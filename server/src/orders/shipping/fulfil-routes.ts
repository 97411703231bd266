import type { fulfil as routes } from '@stowage/contract/orders/fulfil'
import type { Handlers } from '../../http/mount.ts'
import { retryConflicts } from '../../warehouse/stock/conflicts.ts'
import { fulfilOrder } from './fulfil.ts'

export const fulfilHandlers: Handlers<typeof routes> = {
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
