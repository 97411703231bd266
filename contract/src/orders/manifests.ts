import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { changedSince, asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { file, get, post } from '../route.ts'
import { scannedCode } from '../scan-text.ts'
import { createdByFields } from '../warehouse/fields.ts'
import { version, versioned } from '../workspace/records.ts'
import { paperOptions, printedIds } from './order-papers.ts'

const manifestStates = ['open', 'closed', 'cancelled'] as const
export type ManifestState = (typeof manifestStates)[number]

/** The most packages of one manifest. */
export const mostLoaded = 1_000

const carton = z.object({
  packageId: id,
  number: z.string(),
  shipmentId: id,
  shipment: z.string(),
  orderId: id,
  order: z.string(),
  customer: z.string().nullable(),
  service: z.string(),
  tracking: z.string(),
  weightG: z.int().nullable(),
  /** Null while it waits. */
  loadedAt: instant.nullable(),
  loadedByName: z.string().nullable(),
})
export type Carton = z.output<typeof carton>

const head = z.object({
  id,
  number: z.string(),
  warehouseId: id,
  warehouseCode: z.string(),
  /** As in its shipments; empty for those without a carrier. */
  carrier: z.string(),
  state: z.enum(manifestStates),
  /** Who took the packages. */
  handedTo: z.string(),
  handedOverAt: instant.nullable(),
  handedOverBy: id.nullable(),
  handedOverByName: z.string().nullable(),
  version,
  createdAt: instant,
  ...createdByFields,
})

const summary = head.extend({
  packageCount: z.int(),
  shipmentCount: z.int(),
  /** Weight of all weighed packages; null if none is weighed. */
  weightG: z.int().nullable(),
  /** Packages whose weight is not known. */
  unweighedCount: z.int(),
})
export type ManifestSummary = z.output<typeof summary>

const manifest = head.extend({
  /** Loaded packages, the last loaded first. */
  loaded: z.array(carton),
  /** Packages waiting to be loaded while the manifest is open, oldest first. */
  waiting: z.array(carton),
})
export type Manifest = z.output<typeof manifest>

const collection = z.object({
  warehouseId: id,
  warehouseCode: z.string(),
  carrier: z.string(),
  shipmentCount: z.int(),
  packageCount: z.int(),
  /** Weight of all weighed packages; null if none is weighed. */
  weightG: z.int().nullable(),
  /** Packages whose weight is not known. */
  unweighedCount: z.int(),
  /** When the first of them was shipped. */
  oldestAt: instant,
  /** The open manifest, and how many packages are loaded. */
  manifestId: id.nullable(),
  manifest: z.string().nullable(),
  loadedCount: z.int(),
})
export type Collection = z.output<typeof collection>

const one = z.object({ manifest })
const refusals = ['invalid_transition', 'lock_timeout'] as const

export const manifests = {
  collections: get('/tenant/:slug/shipping/collections', {
    summary: 'Shipped, not yet handed over: packages by warehouse and carrier, the oldest first',
    allow: 'order.read',
    query: z.object({ warehouse: id.optional() }),
    reply: z.object({
      items: z.array(collection),
      /** True if there are more carriers than are listed. */
      capped: z.boolean(),
    }),
  }),
  list: get('/tenant/:slug/shipping/manifests', {
    summary: 'Manifests, the latest first; `q` is a part of the number or of who took the packages',
    allow: 'order.read',
    query: pageQuery.extend({
      state: words(manifestStates).optional(),
      warehouse: id.optional(),
      carrier: z.string().max(60).optional(),
      ...changedSince,
      sort: sortedBy('-createdAt', 'number', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(summary),
  }),
  print: get('/tenant/:slug/shipping/manifests/papers', {
    summary: 'Manifests as one PDF, in the order of `ids`',
    allow: 'order.read',
    query: z.object({ ids: printedIds('manifests'), ...paperOptions }),
    reply: file,
  }),
  details: get('/tenant/:slug/shipping/manifests/:manifestId', {
    summary: 'A manifest with its packages',
    allow: 'order.read',
    reply: one,
  }),
  open: post('/tenant/:slug/shipping/manifests', {
    summary: 'Open the manifest of a carrier, or return the one that is open',
    allow: 'manifest.close',
    body: z.object({ warehouseId: id, carrier: line('Carrier', { max: 60 }) }),
    status: 201,
    reply: one,
    errors: ['duplicate_key', 'lock_timeout'],
    idempotent: true,
  }),
  load: post('/tenant/:slug/shipping/manifests/:manifestId/scan', {
    summary: 'Load the scanned package. A package that is loaded already answers again',
    allow: 'manifest.close',
    body: z.object({ code: scannedCode('Code', { max: 120 }) }),
    separators: true,
    reply: z.object({ carton, isNew: z.boolean(), loadedCount: z.int() }),
    errors: [...refusals, 'wrong_carton_scanned'],
    idempotent: true,
  }),
  loadAll: post('/tenant/:slug/shipping/manifests/:manifestId/load-all', {
    summary: 'Load everything that waits for the carrier, without scanning',
    allow: 'manifest.close',
    reply: one,
    errors: refusals,
    idempotent: true,
  }),
  unload: post('/tenant/:slug/shipping/manifests/:manifestId/unload', {
    summary: 'Take a package off an open manifest',
    allow: 'manifest.close',
    body: z.object({ packageId: id }),
    reply: one,
    errors: refusals,
    idempotent: true,
  }),
  close: post('/tenant/:slug/shipping/manifests/:manifestId/close', {
    summary: 'Hand the loaded packages over: their shipments can no longer be voided',
    allow: 'manifest.close',
    body: versioned.extend({ handedTo: line('Taken by', { min: 1, max: 120 }) }),
    reply: one,
    errors: ['lock_timeout', 'manifest_empty', 'manifest_incomplete'],
    idempotent: true,
  }),
  cancel: post('/tenant/:slug/shipping/manifests/:manifestId/cancel', {
    summary: 'Cancel an open manifest: its packages wait again',
    allow: 'manifest.close',
    body: versioned,
    reply: one,
    errors: ['lock_timeout'],
    idempotent: true,
  }),
}
