import type { externalOrders as routes } from '@stowage/contract/orders/external-orders'
import { newOrder } from '@stowage/contract/orders/order-inputs'
import { failField, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { takeNumber } from '../../workspace/documents/numbers.ts'
import { retryLostRace } from '../backorders/promise.ts'
import { orders } from './queries.ts'
import { toReply } from './reply.ts'
import { listHolds } from './hold-queries.ts'
import { findChannelOf, getChannelOf, putOrder } from './put-external.ts'
import { findExternalOrder } from './external-queries.ts'

export const externalOrderHandlers: Handlers<typeof routes> = {
  details: ({ read, actor }, { params }) =>
    read(async (db) => {
      const { platform } = actor
      const channel = await findChannelOf(db, platform.id, params.channel)
      const orderId =
        channel && (await findExternalOrder(db, platform.id, channel.id, params.external))
      if (!orderId) return notFound()
      const [{ row, lines }, holds] = await Promise.all([
        getDocument(db, orders, actor, orderId),
        listHolds(db, platform.id, orderId),
      ])
      return { order: toReply(row, lines, holds, actor) }
    }),

  put: async (call, { params, body }) => {
    const { read, write, actor } = call
    await call.requireRights({
      'order.update': true,
      'order.confirm': body.confirm !== undefined,
      'customer.manage': body.customer !== undefined,
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
