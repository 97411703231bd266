import type { externalOrders as routes } from '@stowage/contract/orders/external-orders'
import { newOrder } from '@stowage/contract/orders/orders'
import { failField } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { takeNumber } from '../../workspace/numbers/commands.ts'
import { retryLostRace } from '../allocation/commands.ts'
import { orders } from '../entry/queries.ts'
import { getChannelOf, putOrder } from './commands.ts'
import { findExternalOrder } from './queries.ts'

export const externalOrderHandlers: Handlers<typeof routes> = {
  put: async (call, { params, body }) => {
    const { read, write, actor } = call
    await call.requireRights({
      'order.update': true,
      'order.confirm': body.confirm !== undefined,
    })
    const externalId = readNumber(params.external)
    const found = await read(async (db) => {
      const channel = await getChannelOf(db, actor.platform.id, params.channel)
      const orderId = await findExternalOrder(db, actor.platform.id, channel.id, externalId)
      return { channel, orderId }
    })
    // A number is only taken for an order that seems to be new.
    const number =
      found.orderId === undefined ? await takeNumber(call, actor.platform.id, orders.prefix) : ''
    return retryLostRace(call, () =>
      write((tx) => putOrder(tx, actor, number, found.channel, { ...body, externalId })),
    )
  },
}

function readNumber(text: string): string {
  const { data, error } = newOrder.shape.externalId.safeParse(text)
  return data ?? failField('external', error?.issues[0]?.message ?? 'External number is required')
}
