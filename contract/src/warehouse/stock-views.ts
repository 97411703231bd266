import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { asFile, bigId, pageOf, pageQuery, picked, sortedBy, words } from '../lists.ts'
import { moment } from '../moments.ts'
import { moveKinds } from '../move-kinds.ts'
import { get } from '../route.ts'
import { calendarDay, knownAt, quantity } from './fields.ts'
import { gridQuery, gridWindow } from './stock-grid.ts'
import {
  asOfRow,
  bucket,
  itemAvailability,
  itemRef,
  ledgerEntry,
  level,
  numbered,
  stockStatuses,
} from './stock-replies.ts'

export type StockLevel = z.output<typeof level>

export type StockBucket = z.output<typeof bucket>

export type LedgerEntry = z.output<typeof ledgerEntry>

export type AsOfRow = z.output<typeof asOfRow>

export const stockViews = {
  levels: get('/tenant/:slug/stock/levels', {
    summary: 'Quantities per SKU and warehouse',
    allow: 'stock.read',
    query: pageQuery.extend({
      warehouse: id.optional(),
      variant: id.optional(),
      state: z.enum(['low', 'out', 'backordered', 'unavailable']).optional(),
      sort: sortedBy('sku', 'name'),
      ...asFile,
      kind: z.enum(['site', 'transit']).default('site'),
    }),
    reply: pageOf(level),
  }),
  buckets: get('/tenant/:slug/stock/buckets', {
    summary: 'Stock by location, lot and status',
    allow: 'stock.read',
    query: pageQuery.extend({
      warehouse: id.optional(),
      location: id.optional(),
      variant: id.optional(),
      status: words(stockStatuses).optional(),
      lot: line('Lot', { max: 64 }).optional(),
      serial: line('Serial number', { max: 64 }).optional(),
      empty: z.enum(['with', 'without']).default('without'),
      /**
       * `put_back`: only what is in a stage location and allocated to nothing, picked for an order that was cancelled.
       * `put_away`: only what is where a warehouse receives.
       */
      use: z.enum(['put_back', 'put_away']).optional(),
      ids: picked(bigId),
      sort: sortedBy('sku', 'name', 'location'),
      ...asFile,
    }),
    reply: pageOf(bucket),
  }),
  grid: get('/tenant/:slug/stock/grid', {
    summary:
      'Available stock of a warehouse as a grid of items and locations, one window at a time',
    allow: 'stock.read',
    query: gridQuery,
    reply: gridWindow,
  }),
  variant: get('/tenant/:slug/stock/variants/:variantId', {
    summary: 'Quantities of one item with the rows behind them',
    allow: 'stock.read',
    reply: z.object({
      ...itemRef,
      totals: numbered.extend({ available: z.string(), backordered: z.string() }),
      warehouses: z.array(level),
      /** The rows each number is the sum of, the largest first. */
      explain: z.object({
        onHand: z.array(z.object({ label: z.string(), qty: z.string() })),
        unavailable: z.array(z.object({ label: z.string(), qty: z.string() })),
        reserved: z.array(z.object({ label: z.string(), qty: z.string() })),
      }),
      /** On-hand quantity at the end of each of the last 90 days, oldest first. */
      days: z.array(z.object({ day: z.string(), onHand: z.string() })),
    }),
  }),
  availability: get('/tenant/:slug/stock/variants/:variantId/availability', {
    summary: 'Quantity of an item available to promise, now and by a date',
    allow: 'stock.read',
    query: z.object({
      /** How much is wanted, in the unit of the item. */
      qty: quantity.optional(),
      warehouse: id.optional(),
      /** A day of the warehouse; without it, all that is on its way counts. */
      on: calendarDay.optional(),
    }),
    reply: itemAvailability,
    errors: ['uom_not_exact', 'amount_too_large'],
  }),
  ledger: get('/tenant/:slug/stock/ledger', {
    summary: 'Stock history',
    allow: 'stock.history.read',
    query: pageQuery.extend({
      variant: id.optional(),
      warehouse: id.optional(),
      location: id.optional(),
      lot: line('Lot', { max: 64 }).optional(),
      kind: words(moveKinds).optional(),
      actor: id.optional(),
      /** The number or id of a document, or a kind of document such as `receipt`. */
      source: z.string().max(64).optional(),
      move: bigId.optional(),
      /** Recorded at this moment or later. */
      from: moment.optional(),
      /** Recorded before this moment. */
      to: moment.optional(),
      /** Happened on this day of its warehouse or later, and on this one or earlier. */
      effectiveFrom: calendarDay.optional(),
      effectiveTo: calendarDay.optional(),
      /** Only what came into a bucket, or only what went. */
      direction: z.enum(['in', 'out']).optional(),
      sort: sortedBy('-recordedAt'),
      ...asFile,
    }),
    reply: pageOf(ledgerEntry),
  }),
  asOf: get('/tenant/:slug/stock/as-of', {
    summary: 'Stock as of a date, as recorded then or including later corrections',
    mayLag: true,
    allow: 'stock.read',
    query: pageQuery.extend({
      at: moment,
      known: knownAt,
      by: z.enum(['bucket', 'location', 'variant', 'warehouse', 'lot']).default('variant'),
      warehouse: id.optional(),
      variant: id.optional(),
      location: id.optional(),
      ...asFile,
    }),
    reply: pageOf(asOfRow).extend({ at: instant, known: instant, settled: z.boolean() }),
    errors: ['future_date_refused'],
  }),
}
