import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { file, get } from '../route.ts'
import { bigId, pageQuery } from '../lists.ts'
import { eventSchemas } from './event-types.ts'

/**
 * Payload of the event, by its type in `eventShapes`. It does not have all quantities and states; fetch the
 * subject for those.
 */
const data = z.looseObject({
  /** Where it happened; null where it concerns the whole workspace. */
  warehouseId: z.string().nullable(),
})

const event = z.object({
  /** Rises along the feed, with gaps. */
  feedSeq: bigId,
  /** The same wherever this event is told. */
  eventId: id,
  /** Noun and what became of it: `order.partially_shipped`. */
  type: z.string(),
  occurredAt: instant,
  /** Record the event happened to, with its version after the event. */
  subject: z.object({ type: z.string(), id: z.string(), version: z.int() }),
  data,
})
export type FeedEvent = z.output<typeof event>

export const events = {
  list: get('/tenant/:slug/events', {
    summary: 'Events, oldest first; pass `next` to continue without gaps',
    allow: 'stock.history.read',
    query: z.object({
      /** The `next` of the answer before; without it the feed begins at its beginning. */
      after: bigId.default('0'),
      limit: pageQuery.shape.limit,
    }),
    reply: z.object({
      items: z.array(event),
      /**
       * Where to go on. While it changes there may be more, even where nothing is in sight; the same as
       * `after`: that is all for now.
       */
      next: bigId,
    }),
  }),
  stream: get('/tenant/:slug/events/stream', {
    summary:
      'Events as server-sent events: `id` is the position in the feed, `data` the event. Refuses API keys',
    allow: 'stock.history.read',
    query: z.object({
      /**
       * Where to go on; the header `Last-Event-ID`, which says the same, comes first. Without either it
       * begins with what happens next.
       */
      after: bigId.optional(),
    }),
    reply: file,
    endless: true,
  }),
}

/** Returns the schema of what a webhook is sent with each type of event. */
export const webhookBodies = (): ReadonlyMap<string, z.ZodType> =>
  new Map(
    [...eventSchemas].map(([type, payload]) => [
      type,
      event.extend({ type: z.literal(type), data: data.extend(payload.shape) }),
    ]),
  )
