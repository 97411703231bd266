import { z } from 'zod'
import { id } from '../fields.ts'
import { parcel } from '../tracking.ts'

const qty = z.string()
/** Names of the fields that differ afterwards. */
const changed = z.array(z.string())
const lines = z.int()
const note = z.string()
const reason = z.string()

/** What every event of an order carries, and every event of something that belongs to one. */
const order = {
  number: z.string(),
  channelId: id,
  /** The number of the order in the shop. */
  externalId: z.string().nullable(),
}
const ofOrder = {
  number: z.string(),
  orderId: id,
  orderNumber: z.string(),
  /** The number of the order in the shop. */
  externalId: z.string().nullable(),
}
const ofReturn = {
  number: z.string(),
  orderId: id.nullable(),
  orderNumber: z.string().nullable(),
  /** The number of the order in the shop. */
  externalId: z.string().nullable(),
  customerId: id.nullable(),
}
/** A line of an order that waits. */
const waiting = {
  number: z.string(),
  externalId: z.string().nullable(),
  lineNo: z.int(),
  sku: z.string(),
}
const returned = {
  sku: z.string(),
  variantId: id,
  orderLineId: id.nullable(),
  qty,
  reasonCode: z.string(),
}
const decided = z.array(z.object({ sku: z.string(), disposition: z.string(), qty }))
/** The lot whose hold or recall is the reason, and the reason given for that. */
const ofLot = {
  lot: z.string().optional(),
  lotState: z.enum(['hold', 'recalled']).optional(),
  reason: reason.optional(),
}
const shipment = z.string()
const parcels = z.array(parcel)
const short = z.object({ lineNo: z.int(), sku: z.string(), qty, waits: qty })

/** A record of what the workspace has: everybody can follow it. */
const record = { created: {}, updated: { changed }, archived: {}, restored: {} }
const records = {
  warehouse: { each: { code: z.string() }, types: record },
  zone: { each: { code: z.string() }, types: record },
  location: {
    each: { code: z.string() },
    types: { ...record, blocked: { status: z.string() }, unblocked: {} },
  },
  category: { each: { name: z.string() }, types: { created: {}, updated: { changed } } },
  product: { each: { name: z.string() }, types: record },
  variant: {
    each: { sku: z.string(), productId: id },
    types: {
      ...record,
      barcode_added: { barcode: z.string() },
      barcode_removed: { barcode: z.string() },
    },
  },
  channel: { each: { code: z.string() }, types: record },
  customer: { each: { code: z.string() }, types: record },
}

/**
 * Every type of event by area, with its payload: what each event of the area carries, and what each type adds. An event
 * cannot be recorded with another one. The feed adds `warehouseId` to all.
 */
export const eventShapes = {
  stock: {
    each: {},
    types: {
      moved: { kind: z.string() },
      available_changed: {
        warehouseId: id,
        variantId: id,
        sku: z.string(),
        available: qty,
        was: qty,
        /** True if it fell below the reorder point. */
        low: z.boolean(),
        /** True if nothing is available any more. */
        out: z.boolean(),
        /** True if some is available again. */
        back: z.boolean(),
      },
    },
  },
  backorder: {
    each: {},
    types: {
      promised: { ...waiting, orderId: id, variantId: id, qty },
      prioritized: { ...waiting, from: z.int(), to: z.int() },
      moved: { ...waiting, qty, from: id, to: id },
    },
  },
  reservation: {
    each: {},
    types: { backordered: { lineNo: z.int().nullable(), sku: z.string(), qty, ...ofLot } },
  },
  receipt: {
    each: { number: z.string() },
    types: {
      created: { lines },
      updated: { added: z.int().optional() },
      completed: { lines },
      cancelled: {},
      reversed: { note: note.nullable() },
      partially_reversed: { note: note.nullable() },
    },
  },
  adjustment: {
    each: { number: z.string(), reasonCode: z.string() },
    types: {
      created: {},
      updated: {},
      submitted: {},
      approved: {},
      rejected: {},
      posted: {},
      cancelled: {},
      reversed: {},
    },
  },
  lot: {
    each: { number: z.string(), sku: z.string() },
    types: {
      updated: { changed },
      /** `again`: it was stopped before, and what it left to orders is taken away. */
      held: { reason: reason.optional(), again: z.literal(true).optional() },
      released: { reason: reason.optional() },
      recalled: { reason: reason.optional(), again: z.literal(true).optional() },
    },
  },
  ...records,
  order: {
    each: order,
    types: {
      created: { importId: id.optional() },
      updated: {
        changed: changed.optional(),
        added: z.int().optional(),
        lineNo: z.int().optional(),
        sku: z.string().optional(),
        qty: qty.optional(),
      },
      confirmed: {},
      held: { kind: z.string(), note },
      hold_released: {},
      released: { fulfillments: z.array(z.string()) },
      unreleased: {},
      picking_started: {},
      partially_shipped: { shipment },
      shipped: { shipment: shipment.optional() },
      shipment_voided: { shipment, reason },
      completed: {},
      closed_short: { reason },
      backordered: { lineNo: z.int(), sku: z.string(), qty, ...ofLot },
      unreserved: {
        lineNo: z.int(),
        sku: z.string(),
        qty,
        reason,
        /** The number of the order that got it, if one was named. */
        toOrder: z.string().nullable(),
      },
      cancelled: { reason },
      line_cancelled: { lineNo: z.int(), sku: z.string(), qty },
    },
  },
  fulfillment: {
    each: ofOrder,
    types: {
      released: {},
      picking_started: {},
      short_picked: {
        sku: z.string(),
        location: z.string(),
        asked: qty,
        found: qty,
        held: qty,
        replaced: qty,
        reasonCode: z.string(),
        note: note.optional(),
      },
      picked: {},
      packing_started: {},
      sent_back: { lines: z.array(short), reasonCode: z.string(), note: note.optional() },
      /** Picks of a lot that was put on hold or recalled were taken away. */
      picks_withdrawn: { ...ofLot, lot: z.string(), lines: z.array(short) },
      packed: {},
      reopened: {},
      unpacked: {},
      split: { fulfillmentId: id, fulfillment: z.string(), packages: z.array(z.string()) },
      shipped: { shipment },
      unshipped: { shipment, reason },
      line_cancelled: { lineNo: z.int(), sku: z.string() },
      cancelled: {},
    },
  },
  wave: {
    each: { number: z.string() },
    types: {
      created: {},
      updated: { changed: changed.optional(), added: z.int().optional() },
      released: { orders: z.int() },
      started: {},
      completed: {},
      cancelled: {},
    },
  },
  pick_batch: {
    each: {
      number: z.string(),
      waveId: id.nullable(),
      method: z.string(),
      assignedTo: id.nullable(),
    },
    types: {
      created: {},
      claimed: {},
      handed_back: {},
      assigned: {},
      totes_bound: { totes: z.array(z.object({ fulfillmentId: id, tote: z.string().nullable() })) },
      completed: {},
      cancelled: {},
    },
  },
  shipment: {
    each: {
      ...ofOrder,
      fulfillmentId: id,
      carrier: z.string(),
      service: z.string(),
      tracking: z.string(),
    },
    types: {
      shipped: { packages: parcels.optional() },
      updated: { packages: parcels.optional() },
      delivered: {},
      exception: { reason },
      lost: { reason },
      returned: { reason },
      voided: { shipment, reason },
    },
  },
  return: {
    each: ofReturn,
    types: {
      created: { lines: z.array(z.object(returned)) },
      authorized: {},
      rejected: { reason },
      cancelled: { reason },
      expired: { expectedBy: z.string().nullable() },
      received: { lines: z.array(z.object({ ...returned, condition: z.string() })) },
      inspected: { dispositions: decided },
      disposed: { dispositions: decided },
      closed: {},
      refund_requested: { lines: z.array(z.object(returned)) },
    },
  },
  manifest: {
    each: { number: z.string(), carrier: z.string(), handedTo: z.string() },
    types: {
      opened: {},
      closed: { shipmentIds: z.array(id), packages: z.int() },
      cancelled: {},
    },
  },
  verify: { each: {}, types: { failed: { kind: z.string(), count: z.int() } } },
  /** About a webhook itself; nobody can ask for them. */
  webhook: { each: {}, types: { test: {}, dead: {} } },
} as const satisfies Record<string, { each: z.ZodRawShape; types: Record<string, z.ZodRawShape> }>

type Shapes = typeof eventShapes
export type EventArea = keyof Shapes
/** The types of an area, without its name. */
export type EventName<Area extends EventArea> = Area extends EventArea
  ? keyof Shapes[Area]['types'] & string
  : never
export type EventType = { [Area in EventArea]: `${Area}.${EventName<Area>}` }[EventArea]

/** What each event of an area carries. */
export type SharedPayload<Area extends EventArea> = InputOf<Shapes[Area]['each']>

type Shape<Area extends EventArea, Name> = Name extends keyof Shapes[Area]['types']
  ? Shapes[Area]['types'][Name]
  : never
// Without members of its own it is any object, to which others can be added.
type InputOf<Of> = [keyof Of] extends [never]
  ? object
  : Of extends z.ZodRawShape
    ? z.input<z.ZodObject<Of>>
    : never
/** What one type of an area adds. */
export type AddedPayload<Area extends EventArea, Name extends EventName<Area>> = InputOf<
  Shape<Area, Name>
>

/** The payload of a type of event. */
export type EventPayload<Type extends EventType> = Type extends `${infer Area}.${infer Name}`
  ? Area extends EventArea
    ? InputOf<Shapes[Area]['each'] & Shape<Area, Name>>
    : never
  : never

/** The schema of the payload of each type. */
export const eventSchemas: ReadonlyMap<string, z.ZodObject> = new Map(
  Object.entries(eventShapes).flatMap(([area, { each, types }]) =>
    Object.entries<z.ZodRawShape>(types).map(([name, added]) => [
      `${area}.${name}`,
      z.object({ ...each, ...added }),
    ]),
  ),
)

/** The types that a webhook can be sent, by area. */
export const eventTypes: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(eventShapes)
    .filter(([area]) => area !== 'webhook')
    .map(([area, { types }]) => [area, Object.keys(types)]),
)

/** What an endpoint can ask for: `order.confirmed`, `order.*` for all of an area, or `*` for all. */
export const eventFilters: readonly string[] = [
  '*',
  ...Object.entries(eventTypes).flatMap(([area, names]) => [
    `${area}.*`,
    ...names.map((name) => `${area}.${name}`),
  ]),
]
