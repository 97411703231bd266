import { z } from 'zod'
import { idList } from '../id-lists.ts'
import { file, get } from '../route.ts'
import { unprintableMode } from '../unprintable.ts'

/** The confirmation is for the customer, the sheet for the warehouse. */
const paperKinds = ['confirmation', 'sheet'] as const
export type PaperKind = (typeof paperKinds)[number]

const paperSizes = ['a4', 'letter'] as const
export type PaperSize = (typeof paperSizes)[number]

/** The most orders of one file. */
export const mostPrinted = 100

/** The most lines of one file, over all its orders. */
export const mostPrintedLines = 5_000

/** The ids of the records to print, with commas between them. */
export const printedIds = (records: string) =>
  z
    .string(`Select ${records} to print`)
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .pipe(
      idList({
        min: [1, `Select ${records} to print`],
        max: [mostPrinted, `Select up to ${mostPrinted} ${records}`],
      }),
    )

/** Options with which papers are printed. */
export const paperOptions = {
  size: z.enum(paperSizes).default('a4'),
  unprintable: unprintableMode,
}

export const papers = {
  print: get('/tenant/:slug/orders/papers', {
    summary: 'Order confirmations or order sheets as one PDF, in the order of `ids`',
    allow: 'order.read',
    query: z.object({
      kind: z.enum(paperKinds, 'Choose confirmation or sheet'),
      ids: printedIds('orders'),
      ...paperOptions,
    }),
    reply: file,
  }),
}

/** The pick list is for who picks without a device, the packing slip goes into the parcel. */
export const fulfillmentPapers = {
  print: get('/tenant/:slug/fulfillments/papers', {
    summary: 'Pick lists or packing slips as one PDF, in the order of `ids`',
    allow: 'order.read',
    query: z.object({
      kind: z.enum(['pick_list', 'packing_slip'], 'Choose pick list or packing slip'),
      ids: printedIds('fulfillments'),
      ...paperOptions,
    }),
    reply: file,
  }),
}
