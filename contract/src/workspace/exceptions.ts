import { z } from 'zod'
import { exceptionKinds } from '../exception-kinds.ts'
import { id, instant } from '../fields.ts'
import { asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { get, post } from '../route.ts'

/** The records an exception can be about. */
const exceptionObjects = ['fulfillment', 'order', 'lot', 'webhook'] as const

const exception = z.object({
  kind: z.enum(exceptionKinds),
  /** With the kind, what it is known by. */
  key: z.string(),
  /** The SKU, the code, the number of the order or the address of the webhook. */
  label: z.string(),
  /** Further details, by kind: `qty`, `place`, `orders`, `reason`, `note`, `title`. */
  details: z.record(z.string(), z.string()),
  /** Null where nothing of the workspace is known to be meant. */
  object: z.object({ type: z.enum(exceptionObjects), id, number: z.string() }).nullable(),
  warehouseId: id.nullable(),
  warehouseCode: z.string().nullable(),
  count: z.int(),
  since: instant,
  lastAt: instant,
  reportedByName: z.string().nullable(),
  ownerId: id.nullable(),
  ownerName: z.string().nullable(),
  snoozedUntil: instant.nullable(),
})
export type Exception = z.output<typeof exception>

const one = z.object({
  kind: z.enum(exceptionKinds, 'Choose the kind of exception'),
  key: z.string('Name the exception').min(1, 'Name the exception').max(600),
})

export const exceptions = {
  list: get('/tenant/:slug/exceptions', {
    summary: 'What somebody has to look at, the oldest first, of the kinds the member may see',
    allow: 'stock.read',
    query: pageQuery.omit({ q: true }).extend({
      kind: words(exceptionKinds).optional(),
      owner: z.enum(['me', 'nobody']).optional(),
      /** Snoozed ones are left out unless they are asked for. */
      state: z.enum(['open', 'snoozed']).default('open'),
      warehouse: id.optional(),
      sort: sortedBy('since'),
      ...asFile,
    }),
    reply: pageOf(exception),
  }),
  owners: get('/tenant/:slug/exceptions/owners', {
    summary: 'Members an exception can be assigned to, by name',
    allow: 'exception.resolve',
    reply: z.object({ items: z.array(z.object({ id, name: z.string() })) }),
  }),
  assign: post('/tenant/:slug/exceptions/assign', {
    summary: 'Assign an exception to a member, or to nobody',
    allow: 'exception.resolve',
    body: one.extend({ ownerId: id.nullable() }),
    reply: one,
    idempotent: true,
  }),
  snooze: post('/tenant/:slug/exceptions/snooze', {
    summary: 'Leave an exception out of the list until a time, or show it again with null',
    allow: 'exception.resolve',
    body: one.extend({ until: instant.nullable() }),
    reply: one,
    idempotent: true,
  }),
  resolve: post('/tenant/:slug/exceptions/resolve', {
    summary: 'Resolve an exception; it is listed again when it happens again',
    allow: 'exception.resolve',
    body: one,
    reply: one,
    idempotent: true,
  }),
}
