import { z } from 'zod'
import { file, get } from '../route.ts'
import { paperOptions, printedIds } from './papers.ts'

/** The pick list is for who picks without a device, the packing slip goes into the parcel. */
export const fulfillmentPaperKinds = ['pick_list', 'packing_slip'] as const
export type FulfillmentPaperKind = (typeof fulfillmentPaperKinds)[number]

export const fulfillmentPapers = {
  print: get('/tenant/:slug/fulfillments/papers', {
    summary: 'Pick lists or packing slips as one PDF, in the order of `ids`',
    allow: 'order.read',
    query: z.object({
      kind: z.enum(fulfillmentPaperKinds, 'Choose pick list or packing slip'),
      ids: printedIds('fulfillments'),
      ...paperOptions,
    }),
    reply: file,
  }),
}
