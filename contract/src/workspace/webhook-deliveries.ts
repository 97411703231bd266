import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { pageOf, pageQuery, words } from '../lists.ts'
import { get, post } from '../route.ts'
import { webhookPath } from './webhooks.ts'

/** Attempts before a delivery is dead. */
export const mostAttempts = 12

const deliveryStates = ['pending', 'retrying', 'delivered', 'dead'] as const

const delivery = z.object({
  /** The feedSeq of its event. */
  id: z.string(),
  eventId: id,
  type: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  createdAt: instant,
  /** Null when it is finished, or waits for an earlier event of the same subject. */
  nextAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** HTTP status of the last attempt. `failure` explains why there was none. */
  status: z.int().nullable(),
  failure: z.string().nullable(),
})
export type Delivery = z.output<typeof delivery>

const attempt = z.object({
  number: z.int(),
  at: instant,
  tookMs: z.int(),
  status: z.int().nullable(),
  failure: z.string().nullable(),
  /** The first 2 KB of the response body. */
  responseHead: z.string().nullable(),
})

export const deliveries = {
  test: post(`${webhookPath}/test`, {
    summary: 'Send the event webhook.test to a webhook',
    allow: 'webhook.manage',
    status: 201,
    reply: z.object({ delivery }),
    errors: ['webhook_paused'],
  }),
  list: get(`${webhookPath}/deliveries`, {
    summary: 'Deliveries of a webhook, newest first',
    allow: 'webhook.read',
    query: pageQuery.omit({ q: true }).extend({ state: words(deliveryStates).optional() }),
    reply: pageOf(delivery),
  }),
  get: get(`${webhookPath}/deliveries/:delivery`, {
    summary: 'One delivery with its request body and its attempts, newest first',
    allow: 'webhook.read',
    reply: z.object({
      delivery,
      /** Null once the event is no longer kept. */
      body: z.record(z.string(), z.unknown()).nullable(),
      attempts: z.array(attempt),
    }),
  }),
  replay: post(`${webhookPath}/deliveries/:delivery/replay`, {
    summary: 'Send a delivered or dead delivery again, with the same eventId',
    allow: 'webhook.replay',
    reply: z.object({ delivery }),
    errors: ['invalid_transition'],
  }),
}
