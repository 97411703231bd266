import { z } from 'zod'
import { id } from '../fields.ts'
import { qty } from '../workspace/event-fields.ts'

export const events = () => {
  /** A line of an order that waits. */
  const waiting = {
    number: z.string(),
    externalId: z.string().nullable(),
    lineNo: z.int(),
    sku: z.string(),
  }
  return {
    backorder: {
      each: {},
      types: {
        promised: { ...waiting, orderId: id, variantId: id, qty },
        prioritized: { ...waiting, from: z.int(), to: z.int() },
        moved: { ...waiting, qty, from: id, to: id },
      },
    },
  }
}
