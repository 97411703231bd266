import { z } from 'zod'
import { thingKinds } from './scan-kinds.ts'

/*
 * What stands in the way of a refused change: for each code its kinds of records, each with its fields.
 * Quantities are in base units, as decimal text.
 */

const id = z.string()
const text = z.string()
const quantity = z.string()
const lineNo = z.int()

/** Reservation on a stock line or an item, for an order or made by hand. */
export const claim = z.strictObject({
  reservationId: id,
  sourceType: text,
  sourceId: id,
  orderId: id.optional(),
  number: text.optional(),
  customer: text.optional(),
  qty: quantity,
  /** How much of it would wait if the change were made. */
  waits: quantity.optional(),
})

const bucket = {
  type: z.literal('bucket'),
  bucketId: id.nullable(),
  variantId: id.optional(),
  sku: text,
  locationId: id.optional(),
  location: text,
  status: text.optional(),
  lineNo: lineNo.optional(),
}

const short = { requested: quantity, available: quantity, short: quantity, unavailable: quantity }

const insufficientStock = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('level'),
    warehouseId: id,
    variantId: id,
    sku: text,
    ...short,
    incoming: quantity,
  }),
  z.strictObject({
    type: z.literal('line'),
    lineNo,
    variantId: id,
    sku: text,
    ...short,
    statuses: z.record(z.string(), quantity),
    /** Where it limits what may wait: the limit, and how much more could wait. */
    backorderLimit: quantity.optional(),
    backorderLeft: quantity.optional(),
    incoming: quantity,
  }),
])

const insufficientBucketStock = z.strictObject({
  ...bucket,
  onHand: quantity,
  allocated: quantity,
  missing: quantity,
  claims: z.array(claim).optional(),
})

const oversellRefused = z.strictObject({
  type: z.literal('level'),
  warehouseId: id,
  variantId: id,
  sku: text,
  available: quantity,
  reserved: quantity.optional(),
  missing: quantity,
  claims: z.array(claim),
})

const expectedQuantityStale = z.strictObject({ ...bucket, expected: quantity, current: quantity })

const reversalBlocked = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('already_reversed'), moveId: id }),
  z.strictObject({ type: z.literal('not_reversible'), kind: text }),
  z.strictObject({ type: z.literal('warehouse'), warehouseId: id, code: text, state: text }),
  z.strictObject({
    type: z.literal('location'),
    locationId: id,
    code: text,
    status: text,
    direction: z.literal('in'),
  }),
  z.strictObject({ type: z.literal('variant'), variantId: id, sku: text, state: text }),
  z.strictObject({
    ...bucket,
    missing: quantity,
    onHand: quantity,
    allocated: quantity,
    /** The later moves that took the stock. */
    moves: z.array(z.strictObject({ moveId: id, kind: text, recordedAt: text, qty: quantity })),
    claims: z.array(claim).optional(),
  }),
  z.strictObject({
    type: z.literal('level'),
    warehouseId: id,
    variantId: id,
    sku: text,
    reserved: quantity,
    missing: quantity,
    claims: z.array(claim),
  }),
])

/** Reasons for which a quantity of an order line can't be released for picking. */
export const leftReasons = ['backordered', 'not_pickable', 'kit_incomplete', 'released'] as const
export type LeftReason = (typeof leftReasons)[number]

const nothingToRelease = z.strictObject({
  type: z.literal('line'),
  lineNo,
  sku: text,
  qty: quantity,
  reason: z.enum(leftReasons),
})

/** Quantity of a line not packed yet, in an order that ships complete. */
const orderIncomplete = z.strictObject({
  type: z.literal('line'),
  lineNo,
  sku: text,
  qty: quantity,
})

/** Scanned code and the code that was expected. */
const scan = z.strictObject({ type: z.literal('scan'), expected: text, got: text })

/** A fulfillment that is in a batch already. */
const alreadyBatched = z.strictObject({
  type: z.literal('fulfillment'),
  id,
  number: text,
  batch: text,
})

const tooMuch = { sku: text, left: quantity, requested: quantity }
const overPick = z.strictObject({ type: z.literal('pick_task'), ...tooMuch })
const overPack = z.strictObject({ type: z.literal('package'), ...tooMuch })
/**
 * Quantity above what can be returned. `left` is what the order line shipped and did not get back, or what
 * the return line expects.
 */
const overReturn = z.strictObject({ type: z.enum(['order_line', 'return_line']), ...tooMuch })

/** Reasons for which a package can't be handed over with a manifest. */
const cartonProblems = [
  'unknown',
  'not_shipped',
  'voided',
  'other_state',
  'other_carrier',
  'other_warehouse',
  'handed_over',
  'several_packages',
  'not_loaded',
  'full',
] as const
export type CartonProblem = (typeof cartonProblems)[number]

const carton = z.strictObject({
  type: z.literal('package'),
  /** The number of the package or the shipment, or what was scanned. */
  code: text,
  problem: z.enum(cartonProblems),
  carrier: text.optional(),
  /** The number of the manifest with which it was handed over. */
  manifest: text.optional(),
})

const handedOver = z.strictObject({
  type: z.literal('manifest'),
  id,
  number: text,
  handedOverAt: text,
})

const periodClosed = z.strictObject({ type: z.literal('period'), closedThrough: text.nullable() })

const notInStockThen = z.strictObject({ ...bucket, possibleFrom: text })

const locationBlocked = z.strictObject({
  type: z.literal('location'),
  lineNo: lineNo.optional(),
  locationId: id,
  code: text,
  status: text,
  receivable: z.boolean().optional(),
  direction: z.enum(['in', 'out']).optional(),
})

const locationFull = z.strictObject({
  type: z.literal('location'),
  locationId: id,
  code: text,
  limit: z.enum(['maxUnits', 'maxWeightG']),
  max: quantity,
  now: quantity,
  wouldBe: quantity,
})

const locationMixForbidden = z.strictObject({
  type: z.literal('location'),
  locationId: id,
  code: text,
  limit: z.enum(['mixedSkus', 'mixedLots']),
  sku: text,
  lot: text.nullable(),
  there: z.array(z.strictObject({ sku: text, lot: text.nullable() })),
})

const lot = z.strictObject({
  type: z.literal('lot'),
  lineNo: lineNo.optional(),
  sku: text,
  lot: text,
  expiresOn: text.nullable(),
  /** The package it is in, if it is packed. */
  package: text.optional(),
  /** With `lot_on_hold`. */
  state: z.enum(['hold', 'recalled']).optional(),
  /** With `shelf_life_too_short`: days until the lot expires, and days required. */
  daysLeft: z.int().optional(),
  needed: z.int().optional(),
})

const serialNotInStock = z.strictObject({
  type: z.literal('serial'),
  lineNo,
  sku: text,
  serial: text,
  status: text,
  locationId: id,
  location: text,
})

/** The row that has the key, without an id where the caller may not see it. */
const duplicateKey = z.strictObject({
  type: text,
  id: id.optional(),
  name: text.optional(),
  sku: text.optional(),
  barcode: text.optional(),
})

/** `type` is the kind of the record whose state it is. */
const transition = z.strictObject({
  type: text,
  code: text.optional(),
  from: text,
  to: text,
  allowed: z.array(text).readonly(),
})
const failedRows = z.strictObject({ type: z.literal('rows'), failed: z.int() })

const inUse = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('stock'),
    variantId: id,
    sku: text,
    locationId: id.optional(),
    location: text.optional(),
    onHand: quantity.optional(),
    claims: quantity.optional(),
  }),
  z.strictObject({ type: z.literal('location'), id, code: text }),
  z.strictObject({
    type: z.literal('warehouse'),
    id,
    code: text,
    locationId: id,
    use: z.enum(['receive', 'stage', 'quarantine', 'damaged']),
  }),
  z.strictObject({ type: z.literal('barcode'), code: text, unit: text.nullable() }),
  /** An unfinished document, without id and number where the caller may not see it. */
  z.strictObject({
    type: z.enum(['receipt', 'adjustment', 'order', 'return']),
    id: id.optional(),
    number: text.optional(),
  }),
  /** Record that was changed after the import wrote it. */
  z.strictObject({ type: z.literal('changed'), code: text.optional(), sku: text.optional() }),
])

const barcodeAmbiguous = z.strictObject({
  type: z.enum(thingKinds),
  id,
  label: text,
  name: text,
  warehouseId: id.nullable(),
  warehouse: text.nullable(),
})

/** For each code with blockers the schema of one. */
export const blockers = {
  insufficient_stock: insufficientStock,
  insufficient_bucket_stock: insufficientBucketStock,
  oversell_refused: oversellRefused,
  expected_quantity_stale: expectedQuantityStale,
  nothing_to_release: nothingToRelease,
  order_incomplete: orderIncomplete,
  wrong_location_scanned: scan,
  wrong_item_scanned: scan,
  wrong_tote_scanned: scan,
  already_batched: alreadyBatched,
  over_pick: overPick,
  over_pack: overPack,
  over_return: overReturn,
  wrong_carton_scanned: carton,
  manifest_incomplete: carton,
  handed_over: handedOver,
  reversal_blocked: reversalBlocked,
  period_closed: periodClosed,
  not_in_stock_then: notInStockThen,
  location_blocked: locationBlocked,
  location_full: locationFull,
  location_mix_forbidden: locationMixForbidden,
  lot_on_hold: lot,
  lot_expired: lot,
  shelf_life_too_short: lot,
  serial_not_in_stock: serialNotInStock,
  duplicate_key: duplicateKey,
  invalid_transition: z.union([failedRows, transition]),
  in_use: inUse,
  barcode_ambiguous: barcodeAmbiguous,
} satisfies Record<string, z.ZodType>

export type BlockedCode = keyof typeof blockers
export type BlockerOf<C extends BlockedCode> = z.output<(typeof blockers)[C]>

/** A blocker of any code; which kinds there are depends on the code beside it. */
export const blocker = z.union(Object.values(blockers))
export type Blocker = z.output<typeof blocker>
