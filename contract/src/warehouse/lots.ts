import { z } from 'zod'
import { claim } from '../blockers.ts'
import { id, instant, line, paragraph } from '../fields.ts'
import { get, patch, post } from '../route.ts'
import { asFile, pageOf, pageQuery, picked, sortedBy, words } from '../lists.ts'
import { calendarDay, displace } from './fields.ts'
import { one, version, versioned } from '../workspace/records.ts'
import { itemRef } from './stock-replies.ts'

const lotStates = ['active', 'hold', 'recalled'] as const
export type LotState = (typeof lotStates)[number]

/** Lots that have expired, or will within so many days. */
export const lotExpiries = ['expired', '30', '60', '90'] as const

const lot = z.object({
  id,
  ...itemRef,
  code: z.string(),
  supplierLot: z.string().nullable(),
  manufacturedOn: z.string().nullable(),
  expiresOn: z.string().nullable(),
  /** Days until it expires, negative once it has; counted in the zone of the warehouse asked for, else UTC. */
  daysLeft: z.int().nullable(),
  receivedOn: z.string().nullable(),
  state: z.enum(lotStates),
  /** Stock of the lot in the warehouses in sight, and in how many locations. */
  onHand: z.string(),
  locations: z.int(),
  version,
})
export type Lot = z.output<typeof lot>

/** Who put a lot on hold or recalled it last, when, and the reason given. Null while it is active, or where that is not known. */
const stopped = z
  .object({ at: instant, by: z.string().nullable(), reason: z.string().nullable() })
  .nullable()

const inWarehouse = { warehouse: id.optional() }
const why = versioned.extend({ note: paragraph('Note', { max: 1000 }).optional() })

const inTheWay = {
  /** Stock of the lot that is allocated to orders. What is picked has to be put aside: it is not packed or shipped. */
  inTheWay: z.array(claim.extend({ location: z.string(), isPicked: z.boolean() })),
  /** Orders that reserve stock of the item that only this lot has; `waits` of it is not picked. */
  promised: z.array(claim),
}

/** Picks of the lot that were taken away from an order. */
const withdrawn = z.object({
  orderId: id,
  number: z.string(),
  fulfillmentId: id,
  fulfillment: z.string(),
  location: z.string(),
  qty: z.string(),
  /** How much of it is not picked elsewhere and waits. */
  waits: z.string(),
})

/** The lot with the orders that still have stock of it, and with `displace` the picks that were withdrawn. */
const held = z.object({ lot, ...inTheWay, withdrawn: z.array(withdrawn) })

const stateErrors = [
  'insufficient_bucket_stock',
  'lot_expired',
  'period_closed',
  'lock_timeout',
] as const

export const lots = {
  list: get('/tenant/:slug/lots', {
    summary: 'Lots, earliest expiry date first',
    allow: 'stock.read',
    query: pageQuery.extend({
      ...inWarehouse,
      variant: id.optional(),
      state: words(lotStates).optional(),
      expiry: z.enum(lotExpiries).optional(),
      /** Lots without stock are left out unless asked for. */
      empty: z.enum(['with', 'without']).default('without'),
      ids: picked(id),
      sort: sortedBy('expiresOn', 'code', 'sku'),
      ...asFile,
    }),
    reply: pageOf(lot),
  }),
  lot: get('/tenant/:slug/lots/:lotId', {
    summary: 'A lot',
    allow: 'stock.read',
    query: z.object(inWarehouse),
    reply: z.object({ lot, stopped }),
  }),
  inTheWay: get('/tenant/:slug/lots/:lotId/in-the-way', {
    summary: 'Orders that have stock of a lot',
    allow: 'stock.read',
    reply: z.object(inTheWay),
  }),
  updateLot: patch('/tenant/:slug/lots/:lotId', {
    summary: 'Correct the dates or supplier lot of a lot',
    allow: 'stock.status.change',
    body: versioned.extend({
      supplierLot: line('Supplier lot', { min: 1, max: 64 }).nullable().optional(),
      manufacturedOn: calendarDay.nullable().optional(),
      expiresOn: calendarDay.nullable().optional(),
    }),
    reply: one('lot', lot),
  }),
  hold: post('/tenant/:slug/lots/:lotId/hold', {
    summary:
      'Put a lot on hold, and its free stock with it; with `displace`, then or later, also what orders have not picked yet',
    allow: 'stock.status.change',
    conditionalRights: [{ permission: 'stock.unreserve', when: '`displace` is true' }],
    body: why.extend({ displace }),
    reply: held,
    errors: stateErrors,
    idempotent: true,
  }),
  release: post('/tenant/:slug/lots/:lotId/release', {
    summary: 'Release a lot: its stock on hold becomes available again',
    allow: 'stock.status.change',
    body: why,
    reply: one('lot', lot),
    errors: stateErrors,
    idempotent: true,
  }),
  recall: post('/tenant/:slug/lots/:lotId/recall', {
    summary:
      'Recall a lot, and put its free stock on hold; with `displace`, then or later, also what orders have not picked yet',
    allow: 'stock.status.change',
    conditionalRights: [{ permission: 'stock.unreserve', when: '`displace` is true' }],
    body: versioned.extend({
      displace,
      note: paragraph('Reason', { max: 1000 }).refine((text) => text !== '', 'Reason is required'),
    }),
    reply: held,
    errors: stateErrors,
    idempotent: true,
  }),
}
