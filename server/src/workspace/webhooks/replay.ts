import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { enqueue } from '../../jobs/queue.ts'
import { refuseTransition } from '../documents/commands.ts'
import { insertEvent } from '../events/queries.ts'
import { targetOf } from './commands.ts'
import { lockWebhook } from './queries.ts'
import { deliverWebhooks } from './jobs.ts'
import { findDelivery, deliveryReply } from './delivery-list-queries.ts'
import { insertTest, reopen } from './delivery-queries.ts'

const lock = async (tx: Tx, platformId: string, id: string) =>
  (await lockWebhook(tx, platformId, id)) ?? notFound()

/** Sends the event `webhook.test` to this webhook only. */
export async function testWebhook(tx: Tx, actor: WorkspaceMember, webhookId: string) {
  const { platform, at } = actor
  const webhook = await lock(tx, platform.id, webhookId)
  if (webhook.state !== 'active') fail('webhook_paused')
  await insertEvent(tx, platform.id, {
    type: 'webhook.test',
    subject: { type: 'webhook', id: webhookId, version: webhook.version },
    payload: {},
    at,
  })
  const eventNo = await insertTest(tx, platform.id, webhookId, at)
  await record(tx, actor, 'WEBHOOK_TESTED', targetOf(webhook))
  await enqueue(tx, deliverWebhooks, { platformId: platform.id, webhookId })
  return get(tx, platform.id, webhookId, eventNo)
}

/** Sends a finished delivery again. Fails with `invalid_transition` for one that is still to be made. */
export async function replayDelivery(
  tx: Tx,
  actor: WorkspaceMember,
  webhookId: string,
  eventNo: string,
) {
  const { platform, at } = actor
  const webhook = await lock(tx, platform.id, webhookId)
  const { state, type } = await get(tx, platform.id, webhookId, eventNo)
  if (state !== 'dead' && state !== 'delivered')
    refuseTransition({ type: 'webhook_delivery', from: state, to: 'pending', allowed: [] })
  await reopen(tx, platform.id, webhookId, eventNo, at)
  await record(tx, actor, 'WEBHOOK_REPLAYED', {
    ...targetOf(webhook),
    metadata: { feedSeq: eventNo, event: type },
  })
  await enqueue(tx, deliverWebhooks, { platformId: platform.id, webhookId })
  return get(tx, platform.id, webhookId, eventNo)
}

async function get(tx: Tx, platformId: string, webhookId: string, eventNo: string) {
  return deliveryReply((await findDelivery(tx, platformId, webhookId, eventNo)) ?? notFound())
}
