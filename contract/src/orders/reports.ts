import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { asFile, pageOf, pageQuery } from '../lists.ts'
import { get } from '../route.ts'
import { calendarDay } from '../warehouse/fields.ts'
import { itemRef } from '../warehouse/stock-replies.ts'

/** A period of these reports at most, in days: each row of it is read. */
export const longestWorkPeriod = 31

const places = { warehouse: id.optional(), category: id.optional() }
const period = {
  /** The first and the last day, both counted; days of each warehouse. */
  from: calendarDay,
  to: calendarDay,
  ...places,
}
const page = pageQuery.omit({ q: true, count: true })
const errors = ['future_date_refused'] as const

/** Classes of the time a line has waited: up to a day, 7 days, 30 days, or longer. */
const ageClasses = ['day', 'week', 'month', 'older'] as const
export type AgeClass = (typeof ageClasses)[number]

/** By currency. Absent without the right to see prices. */
const values = z.array(z.object({ currency: z.string(), amount: z.string() })).optional()

const waitingItem = z.object({
  ...itemRef,
  waiting: z.string(),
  /** Order lines per warehouse. */
  lines: z.int(),
  values,
  /** When the oldest of them was first asked for. */
  since: instant,
  /** The earliest date one of them was promised to ship by. */
  promisedShipAt: instant.nullable(),
})
export type WaitingItem = z.output<typeof waitingItem>

const waitingAge = z.object({ age: z.enum(ageClasses), lines: z.int(), values })
export type WaitingAge = z.output<typeof waitingAge>

/** From the one before: confirmed is counted from when the order was placed. `total` is placed to shipped. */
export const cycleSteps = ['confirmed', 'released', 'picked', 'packed', 'shipped', 'total'] as const
export type CycleStep = (typeof cycleSteps)[number]

const cycleStep = z.object({
  step: z.enum(cycleSteps),
  shipments: z.int(),
  /** Seconds that half, nine of ten, and 99 of 100 shipments took at most. */
  p50: z.int(),
  p90: z.int(),
  p99: z.int(),
})
export type CycleStepTimes = z.output<typeof cycleStep>

const seconds = z.int().nullable()
const cycleShipment = z.object({
  shipmentId: id,
  number: z.string(),
  orderId: id,
  order: z.string(),
  warehouseCode: z.string(),
  shippedAt: instant,
  confirmed: seconds,
  released: seconds,
  picked: seconds,
  packed: seconds,
  shipped: seconds,
  total: seconds,
})
export type CycleShipment = z.output<typeof cycleShipment>

const workKinds = ['pick', 'pack'] as const
const pace = {
  kind: z.enum(workKinds),
  lines: z.int(),
  /** Between one line and the next, pauses left out. */
  minutes: z.int(),
  /** Lines per hour of that time; null if there is none. */
  perHour: z.number().nullable(),
}
const paceOfAll = z.object(pace)
export type Pace = z.output<typeof paceOfAll>

const paceOfMember = z.object({
  memberId: id,
  /** Null once the member is removed. */
  name: z.string().nullable(),
  ...pace,
  /** Lines per hour on the slowest and on the fastest day. */
  slowestDay: z.number().nullable(),
  fastestDay: z.number().nullable(),
})
export type PaceOfMember = z.output<typeof paceOfMember>

const counts = {
  /** Picks that were confirmed or reported short. */
  picks: z.int(),
  short: z.int(),
}
const shortSubject = z.object({
  /** Id of the item or of the location. */
  id,
  label: z.string(),
  /** The name of the item, or the code of the warehouse. */
  name: z.string(),
  ...counts,
})
export type ShortSubject = z.output<typeof shortSubject>

const shortDay = z.object({ day: z.string(), ...counts })

const reportedShort = z.object({
  pickTaskId: id,
  fulfillmentId: id,
  fulfillment: z.string(),
  orderId: id,
  order: z.string(),
  sku: z.string(),
  unit: z.string(),
  locationId: id,
  location: z.string(),
  missing: z.string(),
  at: instant,
})
export type ReportedShort = z.output<typeof reportedShort>

export const reports = {
  backorders: get('/tenant/:slug/reports/backorders', {
    summary: 'What waits for stock of each item, the most lines first',
    mayLag: true,
    allow: 'report.operational.read',
    query: page.extend({ ...places, age: z.enum(ageClasses).optional(), ...asFile }),
    reply: pageOf(waitingItem),
  }),
  backorderAges: get('/tenant/:slug/reports/backorders/ages', {
    summary: 'How long order lines have waited for stock',
    mayLag: true,
    allow: 'report.operational.read',
    query: z.object(places),
    reply: z.object({ ages: z.array(waitingAge), at: instant }),
  }),
  cycleTime: get('/tenant/:slug/reports/cycle-time', {
    summary: 'How long each step took, of what was shipped in a period',
    mayLag: true,
    allow: 'report.operational.read',
    query: z.object(period),
    reply: z.object({ steps: z.array(cycleStep) }),
    errors,
  }),
  cycleShipments: get('/tenant/:slug/reports/cycle-time/shipments', {
    summary: 'The shipments of a period, the slowest in a step first',
    mayLag: true,
    allow: 'report.operational.read',
    query: page.extend({ ...period, step: z.enum(cycleSteps).default('total'), ...asFile }),
    reply: pageOf(cycleShipment),
    errors,
  }),
  work: get('/tenant/:slug/reports/productivity', {
    summary: 'Lines per hour of all members, by task',
    mayLag: true,
    allow: 'report.operational.read',
    query: z.object(period),
    reply: z.object({ work: z.array(paceOfAll) }),
    errors,
  }),
  members: get('/tenant/:slug/reports/productivity/members', {
    summary: 'Lines per hour of each member, by task, the most lines first',
    mayLag: true,
    allow: 'report.productivity.read',
    query: page.extend({ ...period, ...asFile }),
    reply: pageOf(paceOfMember),
    errors,
  }),
  shortRate: get('/tenant/:slug/reports/short-rate', {
    summary: 'Items or locations with short picks, the most first',
    mayLag: true,
    allow: 'report.operational.read',
    query: page.extend({ ...period, by: z.enum(['item', 'location']).default('item'), ...asFile }),
    reply: pageOf(shortSubject),
    errors,
  }),
  shortDays: get('/tenant/:slug/reports/short-rate/days', {
    summary: 'Picks and short picks by day',
    mayLag: true,
    allow: 'report.operational.read',
    query: z.object(period),
    reply: z.object({ days: z.array(shortDay) }),
    errors,
  }),
  shortPicks: get('/tenant/:slug/reports/short-rate/picks', {
    summary: 'The short picks of a period, the latest first',
    mayLag: true,
    allow: 'report.operational.read',
    query: page.extend({ ...period, variant: id.optional(), location: id.optional() }),
    reply: pageOf(reportedShort),
    errors,
  }),
}
