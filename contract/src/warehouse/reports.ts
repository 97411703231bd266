import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { get } from '../route.ts'
import { asFile, pageOf, pageQuery } from '../lists.ts'
import { calendarDay, knownAt } from './fields.ts'
import { itemRef } from './stock-replies.ts'

/** A period at most, in days: a leap year. */
export const longestPeriod = 366

/** Period and filters of a report. */
const asked = {
  /** The first and the last day, both counted; days of each warehouse. */
  from: calendarDay,
  to: calendarDay,
  /** Cutoff of recording: later entries are ignored. `then` is the end of the period. */
  known: knownAt,
  warehouse: id.optional(),
  category: id.optional(),
  tag: line('Tag', { max: 40 }).optional(),
}

/** Quantity that came or went by one kind of movement. */
const byKind = z.object({ kind: z.string(), qty: z.string() })

const figures = {
  opening: z.string(),
  in: z.array(byKind),
  out: z.array(byKind),
  totalIn: z.string(),
  totalOut: z.string(),
  closing: z.string(),
  /** Closing - opening - in + out; anything but zero is a fault in the ledger. */
  difference: z.string(),
}

const movementRow = z.object({ ...itemRef, ...figures })
export type MovementRow = z.output<typeof movementRow>

/** Everything of one unit together: pieces and kilograms make no sum. */
const movementTotal = z.object({ unit: z.string(), ...figures })
export type MovementTotal = z.output<typeof movementTotal>

/** Period in each warehouse: from the first moment of it to the first after it. */
const sitePeriod = z.object({
  warehouseId: id,
  warehouseCode: z.string(),
  timezone: z.string(),
  beginsAt: instant,
  endsAt: instant,
})

const errors = ['future_date_refused'] as const

export const reports = {
  movement: get('/tenant/:slug/reports/movement', {
    summary: 'Opening, in and out by kind, and closing of each item in a period',
    mayLag: true,
    allow: 'report.operational.read',
    query: pageQuery.omit({ q: true, count: true }).extend({
      ...asked,
      /** `moved` leaves out what neither came nor went. */
      items: z.enum(['moved', 'all']).default('moved'),
      ...asFile,
    }),
    reply: pageOf(movementRow).extend({ known: instant, warehouses: z.array(sitePeriod) }),
    errors,
  }),
  movementTotals: get('/tenant/:slug/reports/movement/totals', {
    summary: 'The same of all items together, by unit',
    mayLag: true,
    allow: 'report.operational.read',
    query: z.object(asked),
    reply: z.object({ totals: z.array(movementTotal) }),
    errors,
  }),
}
