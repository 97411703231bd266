import type { unreserving } from '@stowage/contract/orders/unreserving'
import type { Handlers } from '../../http/mount.ts'
import { unreserveLine } from './unreserve.ts'

export const unreservingHandlers: Handlers<typeof unreserving> = {
  unreserve: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      order: await unreserveLine(tx, actor, params.orderId, params.lineId, body),
    })),
}
