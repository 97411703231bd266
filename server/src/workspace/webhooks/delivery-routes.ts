import type { deliveries } from '@stowage/contract/workspace/deliveries'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { eventOf } from '../events/rules.ts'
import { listEventsByNumber } from '../events/list-queries.ts'
import { requireAllWarehouses } from './commands.ts'
import { findWebhook } from './queries.ts'
import { replayDelivery, testWebhook } from './replay.ts'
import { findDelivery, listAttempts, listDeliveries, toReply } from './delivery-list-queries.ts'

/** The number of an event in an address, or 404. */
function numberOf(text: string): string {
  const isNumber = /^\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
  return isNumber ? text : notFound()
}

export const deliveryHandlers: Handlers<typeof deliveries> = {
  async test({ write, actor }, { params }) {
    requireAllWarehouses(actor)
    return write(async (tx) => ({ delivery: await testWebhook(tx, actor, params.webhookId) }))
  },

  async list({ read, actor }, { params: { webhookId }, query: { state, ...page } }) {
    requireAllWarehouses(actor)
    const { id } = actor.platform
    return read(async (db) => {
      if (!(await findWebhook(db, id, webhookId))) notFound()
      const found = await listDeliveries(db, id, webhookId, state, page)
      return { ...found, items: found.items.map(toReply) }
    })
  },

  async get({ read, actor }, { params: { webhookId, delivery } }) {
    requireAllWarehouses(actor)
    const { id } = actor.platform
    const no = numberOf(delivery)
    return read(async (db) => {
      if (!(await findWebhook(db, id, webhookId))) notFound()
      const row = (await findDelivery(db, id, webhookId, no)) ?? notFound()
      const [event] = await listEventsByNumber(db, id, [no])
      const attempts = await listAttempts(db, id, webhookId, no)
      return {
        delivery: toReply(row),
        body: event ? { ...eventOf(event), previous: event.previous } : null,
        attempts: attempts.map((each) => ({ ...each, at: each.at.toISOString() })),
      }
    })
  },

  async replay({ write, actor }, { params: { webhookId, delivery } }) {
    requireAllWarehouses(actor)
    const no = numberOf(delivery)
    return write(async (tx) => ({ delivery: await replayDelivery(tx, actor, webhookId, no) }))
  },
}
