import { z } from 'zod'
import { id, line } from '../fields.ts'
import { get, post } from '../route.ts'
import { scanText } from '../scan-text.ts'
import { grams, millimetres, quantity } from '../warehouse/fields.ts'
import { versioned } from '../workspace/records.ts'
import { fulfillmentStates, packageSchema } from './fulfillments.ts'

/** Limits in millimetres and grams, of packages and of the boxes they are packed in. */
export const packageSize = { min: 1, max: 100_000 }
export const packageWeight = { min: 1, max: 100_000_000 }

export const measures = {
  /** Packaging, such as the name of a carton. */
  box: line('Box', { max: 60 }).optional(),
  weightG: grams('Weight', packageWeight).optional(),
  lengthMm: millimetres('Length', packageSize).optional(),
  widthMm: millimetres('Width', packageSize).optional(),
  heightMm: millimetres('Height', packageSize).optional(),
}

const scan = z.object({
  /** The SKU, a barcode or the serial number of the item. */
  code: scanText('Scan or type the item'),
  /** Lot to pack, for an item tracked by lot. */
  lot: line('Lot', { min: 1, max: 64 }).optional(),
  /** Base units. Without it, one, or what the barcode stands for. */
  qty: quantity.optional(),
  /** Id given by the device: the same scan sent twice counts once. */
  scanId: id.optional(),
})

const fulfillment = z.object({ id, number: z.string(), state: z.enum(fulfillmentStates) })

const movedItem = z.object({
  variantId: id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Quantity this scan packed or took out, in base units. */
  qty: z.string(),
  /** Quantity of the item still to be packed. */
  left: z.string(),
})

const moved = z.object({
  item: movedItem,
  package: packageSchema.pick({ id: true, number: true, state: true }),
  fulfillment,
})

const packed = z.object({ package: packageSchema, fulfillment })

/** Picked quantity of an item, by lot and serial number, in base units. */
const packable = z.object({
  lineNo: z.int(),
  variantId: id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  lot: z.string().nullable(),
  serial: z.string().nullable(),
  picked: z.string(),
  packed: z.string(),
  /** Its barcodes, and how much one scan of each packs. */
  codes: z.array(z.object({ code: z.string(), qty: z.string() })),
})
export type PackableItem = z.output<typeof packable>

/** Picked quantity that is missing: a whole line, or one lot or serial number of it. */
const missingLine = z.object({
  lineNo: z.int('Choose a line').min(1, 'Choose a line'),
  lot: line('Lot', { min: 1, max: 64 }).nullable().optional(),
  serial: line('Serial number', { min: 1, max: 64 }).nullable().optional(),
  qty: quantity,
})

const sentBack = z.object({
  lineNo: z.int(),
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Quantity sent back, in base units. It is on hold in the staging location. */
  qty: z.string(),
  /** Quantity not found elsewhere. It waits with its order. */
  waits: z.string(),
  /** Where the rest is picked again. */
  picks: z.array(z.object({ id, locationId: id, location: z.string(), qty: z.string() })),
})
export type SentBack = z.output<typeof sentBack>

const refusals = ['invalid_transition', 'lock_timeout'] as const
const scanning = {
  separators: true,
  allow: 'pack.perform',
  body: scan,
  reply: moved,
  errors: [
    ...refusals,
    'wrong_item_scanned',
    'over_pack',
    'serial_required',
    'uom_not_exact',
    'amount_too_large',
    'lot_on_hold',
    'lot_expired',
  ],
  idempotent: true,
} as const

export const packing = {
  items: get('/tenant/:slug/packing/fulfillments/:fulfillmentId/items', {
    summary: 'What there is to pack of a fulfillment, with the codes that are scanned for it',
    allow: 'order.read',
    reply: z.object({ items: z.array(packable) }),
  }),
  open: post('/tenant/:slug/packing/packages', {
    summary: 'Open a package for a fulfillment that was picked, at once with its first item',
    separators: true,
    allow: 'pack.perform',
    conditionalRights: [
      {
        permission: 'pack.skip_scan',
        when: 'its item was not scanned and the settings of the workspace require scans',
      },
    ],
    body: z.object({
      fulfillmentId: id,
      ...measures,
      /** Packed into it; where it is refused, no package is opened. */
      item: scan.extend({ isScanned: z.boolean().default(true) }).optional(),
    }),
    status: 201,
    reply: packed.extend({ item: movedItem.optional() }),
    errors: scanning.errors,
    idempotent: true,
  }),
  scan: post('/tenant/:slug/packing/packages/:packageId/scan', {
    summary: 'Pack an item by scan',
    ...scanning,
  }),
  pack: post('/tenant/:slug/packing/packages/:packageId/pack', {
    summary: 'Pack a quantity of an item without scanning it',
    ...scanning,
    conditionalRights: [
      { permission: 'pack.skip_scan', when: 'the settings of the workspace require scans' },
    ],
    body: scan.required({ qty: true }),
  }),
  remove: post('/tenant/:slug/packing/packages/:packageId/remove', {
    summary: 'Take an item out of an open package',
    ...scanning,
  }),
  close: post('/tenant/:slug/packing/packages/:packageId/close', {
    summary: 'Close a package; with the last one its fulfillment is packed',
    allow: 'pack.perform',
    body: z.object(measures),
    reply: packed,
    errors: [...refusals, 'package_empty', 'lot_on_hold', 'lot_expired'],
    idempotent: true,
  }),
  packOne: post('/tenant/:slug/packing/fulfillments/:fulfillmentId/pack', {
    summary: 'Pack items of a fulfillment into a new package and close it',
    separators: true,
    allow: 'pack.perform',
    conditionalRights: [
      { permission: 'pack.skip_scan', when: 'the settings of the workspace require scans' },
    ],
    body: z.object({
      items: z
        .array(scan.omit({ scanId: true }).required({ qty: true }))
        .min(1, 'Enter what is in the package')
        .max(100, 'A package takes up to 100 items at once'),
      ...measures,
    }),
    status: 201,
    reply: packed,
    errors: scanning.errors,
    idempotent: true,
  }),
  reopen: post('/tenant/:slug/packing/packages/:packageId/reopen', {
    summary: 'Open a closed package again, as long as it is not shipped',
    allow: 'pack.perform',
    reply: packed,
    errors: refusals,
    idempotent: true,
  }),
  discard: post('/tenant/:slug/packing/packages/:packageId/discard', {
    summary: 'Discard an open package; what was in it is to be packed again',
    allow: 'pack.perform',
    reply: z.object({ fulfillment }),
    errors: refusals,
    idempotent: true,
  }),
  sendBack: post('/tenant/:slug/packing/fulfillments/:fulfillmentId/send-back', {
    summary: 'Send what is missing or damaged back to pick: it is picked elsewhere or waits',
    allow: 'pack.perform',
    body: versioned.extend({
      lines: z
        .array(missingLine)
        .min(1, 'Enter what is missing')
        .max(100, 'Send back up to 100 lines at once'),
      /** A reason for short picks. */
      reasonCode: line('Reason', { min: 1, max: 64 }),
      note: line('Note', { max: 500 }).optional(),
    }),
    reply: z.object({ fulfillment, lines: z.array(sentBack) }),
    errors: [
      ...refusals,
      'reason_unknown',
      'note_required',
      'oversell_refused',
      'uom_not_exact',
      'amount_too_large',
    ],
    idempotent: true,
  }),
  packAll: post('/tenant/:slug/packing/fulfillments/:fulfillmentId/pack-all', {
    summary: 'Pack all that is left of a fulfillment without scanning, and close its packages',
    allow: 'pack.skip_scan',
    body: z.object(measures),
    reply: z.object({ fulfillment, packages: z.array(packageSchema) }),
    errors: [...refusals, 'lot_on_hold', 'lot_expired'],
    idempotent: true,
  }),
}
