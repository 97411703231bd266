import type { webhooks } from '@stowage/contract/workspace/webhooks'
import type { deliveries } from '@stowage/contract/workspace/webhook-deliveries'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  requireAllWarehouses,
  requireTarget,
  rotateSecret,
} from './commands.ts'
import { findWebhook, listWebhooks, toReply } from './queries.ts'
import { eventOf } from '../events/rules.ts'
import { listEventsByNumber } from '../events/list-queries.ts'
import { replayDelivery, testWebhook } from './replay.ts'
import {
  findDelivery,
  listAttempts,
  listDeliveries,
  deliveryReply,
} from './delivery-list-queries.ts'

export const webhookHandlers: Handlers<typeof webhooks> = {
  async list({ read, actor }) {
    requireAllWarehouses(actor)
    const rows = await read((db) => listWebhooks(db, actor.platform.id))
    return { items: rows.map((row) => toReply(row, actor.at)) }
  },

  async get({ read, actor }, { params }) {
    requireAllWarehouses(actor)
    const row = await read((db) => findWebhook(db, actor.platform.id, params.webhookId))
    return { webhook: toReply(row ?? notFound(), actor.at) }
  },

  async create(call, { body }) {
    requireAllWarehouses(call.actor)
    await requireTarget(call, call.actor, body.url)
    return call.write((tx) => createWebhook(tx, call, call.actor, body))
  },

  async update(call, { params, body }) {
    requireAllWarehouses(call.actor)
    const { url } = body
    if (url !== undefined) {
      const { id } = call.actor.platform
      const before = await call.read((db) => findWebhook(db, id, params.webhookId))
      if ((before ?? notFound()).url !== url) await call.confirm()
      await requireTarget(call, call.actor, url)
    }
    return call.write(async (tx) => ({
      webhook: await changeWebhook(tx, call.actor, params.webhookId, body),
    }))
  },

  async remove({ write, actor }, { params }) {
    requireAllWarehouses(actor)
    await write((tx) => removeWebhook(tx, actor, params.webhookId))
    return {}
  },

  async rotateSecret(call, { params, body }) {
    requireAllWarehouses(call.actor)
    return call.write((tx) =>
      rotateSecret(tx, call, call.actor, params.webhookId, body.overlapHours),
    )
  },
}

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
      return { ...found, items: found.items.map(deliveryReply) }
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
        delivery: deliveryReply(row),
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
