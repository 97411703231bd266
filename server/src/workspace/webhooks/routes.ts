import type { webhooks } from '@stowage/contract/workspace/webhooks'
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
