import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { del, get, patch, post } from '../route.ts'
import { eventFilters } from './event-types.ts'

/** Days that a replaced secret can still sign. */
const longestOverlapDays = 7
/** Webhooks of one workspace. */
export const mostWebhooks = 20

const webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  types: z.array(z.string()),
  /** While it is paused, events are kept and sent when it is resumed. */
  state: z.enum(['active', 'paused']),
  createdBy: id,
  /** Null after the member was removed. */
  createdByName: z.string().nullable(),
  createdAt: instant,
  lastAttemptAt: instant.nullable(),
  /** True if the last attempt got a success response. */
  lastAttemptOk: z.boolean().nullable(),
  /** Deliveries that were given up, and those still to be made. Counted up to 1,000. */
  dead: z.int(),
  waiting: z.int(),
  /** Until when requests are also signed with the secret before the last rotation. */
  previousUntil: instant.nullable(),
  version: z.int(),
})
export type Webhook = z.output<typeof webhook>

/** The secret is in this reply only. */
const issued = z.object({ webhook, secret: z.string() })
export type IssuedWebhook = z.output<typeof issued>

const isWebUrl = (text: string) =>
  URL.canParse(text) && ['https:', 'http:'].includes(new URL(text).protocol)
const hasPassword = (text: string) =>
  URL.canParse(text) && (new URL(text).username !== '' || new URL(text).password !== '')

const fields = {
  url: line('URL', { min: 1, max: 2_000 })
    .refine(isWebUrl, 'Enter an address, such as https://example.com/hooks')
    .refine((text) => !hasPassword(text), 'Leave the user name and password out of the address'),
  types: z
    .array(z.string())
    .min(1, 'Choose at least one event')
    .max(200, 'Choose up to 200 events')
    .refine((types) => types.every((type) => eventFilters.includes(type)), {
      error: ({ input }) => {
        const unknown = (input as string[]).find((type) => !eventFilters.includes(type))
        return `There is no event ${unknown?.slice(0, 60)}`
      },
    })
    .transform((types) => [...new Set(types)]),
  description: line('Description', { max: 120 }),
}

export const newWebhook = z.object({ ...fields, description: fields.description.default('') })

const changes = z.object({
  version: z.int().optional(),
  url: fields.url.optional(),
  types: fields.types.optional(),
  description: fields.description.optional(),
  state: z.enum(['active', 'paused']).optional(),
})

/** The path of one webhook. */
export const webhookPath = '/tenant/:slug/settings/webhooks/:webhookId' as const

export const webhooks = {
  list: get('/tenant/:slug/settings/webhooks', {
    summary: 'Webhooks, newest first',
    allow: 'webhook.read',
    reply: z.object({ items: z.array(webhook) }),
  }),
  get: get(webhookPath, {
    summary: 'One webhook',
    allow: 'webhook.read',
    reply: z.object({ webhook }),
  }),
  // Not idempotent: the reply with the secret would be stored for replays.
  create: post('/tenant/:slug/settings/webhooks', {
    summary: 'Send events to an address from now on',
    allow: 'webhook.manage',
    body: newWebhook,
    status: 201,
    reply: issued,
    errors: ['webhook_target_refused', 'webhook_limit'],
    stepUp: true,
  }),
  update: patch(webhookPath, {
    summary: 'Change, pause or resume a webhook; another URL asks to confirm the session',
    allow: 'webhook.manage',
    body: changes,
    reply: z.object({ webhook }),
    errors: ['reauthentication_required', 'webhook_target_refused'],
  }),
  remove: del(webhookPath, {
    summary: 'Remove a webhook; nothing is sent to it any more',
    allow: 'webhook.manage',
    reply: z.object({}),
  }),
  rotateSecret: post(`${webhookPath}/rotate-secret`, {
    summary: 'Replace the secret that signs the requests of a webhook',
    allow: 'webhook.manage',
    body: z.object({
      /** How long requests are also signed with the secret before. */
      overlapHours: z
        .int('The overlap is a whole number of hours')
        .min(0, 'The overlap must be at least 0 hours')
        .max(longestOverlapDays * 24, `The overlap is at most ${longestOverlapDays} days`)
        .default(24),
    }),
    reply: issued,
    stepUp: true,
  }),
}
