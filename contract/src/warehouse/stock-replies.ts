import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { bigId } from '../lists.ts'

/* Replies of stock routes. Quantities are text with the decimals of their item. */

export const stockStatuses = ['available', 'hold', 'quarantine', 'damaged', 'expired'] as const

export const itemRef = { variantId: id, sku: z.string(), name: z.string(), unit: z.string() }

/** Stock of one item in one warehouse. `available` = on hand - unavailable - reserved. */
export const level = z.object({
  ...itemRef,
  warehouseId: id,
  warehouseCode: z.string(),
  onHand: z.string(),
  unavailable: z.string(),
  reserved: z.string(),
  available: z.string(),
  backordered: z.string(),
  incoming: z.string(),
  reorderPoint: z.string().nullable(),
  changedAt: instant,
  /**
   * Cost of the stock, in the currency of the workspace. Absent without the right to see it, null where the
   * stock of all warehouses is valued together.
   */
  value: z.string().nullable().optional(),
})

/** One bucket of one item in one place. */
export const bucket = z.object({
  bucketId: bigId,
  ...itemRef,
  warehouseId: id,
  warehouseCode: z.string(),
  locationId: id,
  location: z.string(),
  status: z.enum(stockStatuses),
  lotId: id.nullable(),
  lot: z.string().nullable(),
  expiresOn: z.string().nullable(),
  serial: z.string().nullable(),
  onHand: z.string(),
  allocated: z.string(),
  lastMoveAt: instant.nullable(),
})

export const ledgerEntry = z.object({
  bucketId: bigId,
  seq: z.string(),
  moveId: bigId,
  kind: z.string(),
  recordedAt: instant,
  effectiveAt: instant,
  ...itemRef,
  warehouseId: id,
  locationId: id,
  location: z.string(),
  status: z.enum(stockStatuses),
  lot: z.string().nullable(),
  serial: z.string().nullable(),
  delta: z.string(),
  before: z.string(),
  after: z.string(),
  party: z.string(),
  reasonCode: z.string().nullable(),
  note: z.string().nullable(),
  source: z.object({ type: z.string(), id: z.string().nullable(), number: z.string().nullable() }),
  actor: z.object({ type: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  reverses: bigId.nullable(),
  reversedBy: bigId.nullable(),
})

export const asOfRow = z.object({
  /** Key of the group; several rows of a location or a warehouse share it, one for each unit. */
  key: z.string(),
  label: z.string(),
  variantId: id.nullable(),
  sku: z.string().nullable(),
  name: z.string().nullable(),
  warehouseCode: z.string().nullable(),
  location: z.string().nullable(),
  status: z.string().nullable(),
  lot: z.string().nullable(),
  unit: z.string(),
  onHand: z.string(),
})

export const numbered = z.object({
  onHand: z.string(),
  unavailable: z.string(),
  reserved: z.string(),
})

/** Quantity of an item that could be promised. `enough` is null if no quantity was requested. */
const onOffer = z.object({ available: z.string(), enough: z.boolean().nullable() })

/** The same now, and by the day that was asked about with what is on its way until then. */
const availability = z.object({
  now: onOffer,
  byDate: onOffer.extend({ incoming: z.string() }),
})

export const itemAvailability = z.object({
  ...itemRef,
  qty: z.string().nullable(),
  on: z.string().nullable(),
  total: availability,
  warehouses: z.array(availability.extend({ warehouseId: id, warehouseCode: z.string() })),
})
