import { z } from 'zod'
import { id } from '../fields.ts'
import type { Things } from '../noun.ts'
import { note, ofLot, ofOrder, qty, reason, shipment } from '../workspace/event-fields.ts'

export const things = {
  fulfillment: { name: 'Fulfillment', page: 'fulfillments/$id' },
} as const satisfies Things

export const events = () => {
  const short = z.object({ lineNo: z.int(), sku: z.string(), qty, waits: qty })
  return {
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
  }
}
