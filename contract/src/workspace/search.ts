import { z } from 'zod'
import { id, line } from '../fields.ts'
import { get, post } from '../route.ts'
import { hitKinds, thingKinds, type ThingKind } from '../scan-kinds.ts'
import { scanText } from '../scan-text.ts'

/** Kinds of things a scanned code can resolve to. */
const scanKinds = [...thingKinds, 'command', 'unknown'] as const
export type ScanKind = ThingKind | 'command' | 'unknown'

/** Codes that do something instead of naming something; printed on the practice sheet. */
export const scanCommands = ['CONFIRM', 'UNDO', 'NEXT', 'SHORT', 'CLOSE'] as const

/** Actions on the result that the caller is allowed to take. */
const scanActions = ['open', 'receive', 'move', 'adjust', 'link', 'run'] as const
export type ScanAction = (typeof scanActions)[number]

/** The fields a GS1 code carries beside the number of the item. */
const gs1 = z.object({
  gtin: z.string().nullable(),
  lot: z.string().nullable(),
  /** The last day, as 2026-11-05. */
  expiresOn: z.string().nullable(),
  serial: z.string().nullable(),
  count: z.string().nullable(),
  /** The net weight of an item of variable measure, a decimal number. */
  weight: z.object({ value: z.string(), unit: z.enum(['kg', 'lb']) }).nullable(),
  sscc: z.string().nullable(),
})
export type Gs1 = z.output<typeof gs1>

const found = z.object({
  kind: z.enum(scanKinds),
  /** Id of the record; null for a command and for an unknown code. */
  id: z.string().nullable(),
  /** Its own code: the SKU, the code of the place, the number of the document. */
  label: z.string(),
  /** Name; empty where there is only a code. */
  name: z.string(),
  /** The item, also of a lot and of a serial number. */
  variantId: id.nullable(),
  sku: z.string().nullable(),
  /** The warehouse of a place or of a document. */
  warehouseId: id.nullable(),
  /** The code of that warehouse. */
  warehouse: z.string().nullable(),
  /** The location is not in the warehouse of the scan, which has none of this code. */
  isElsewhere: z.boolean().optional(),
  /** Unit and quantity that one scan counts as: for an item, its pack. */
  unit: z.string().optional(),
  qty: z.string().optional(),
  gs1: gs1.optional(),
  actions: z.array(z.enum(scanActions)),
})
export type Found = z.output<typeof found>

/** Returns the quantity that a GS1 code carries: a count, or a weight in the unit of the item. */
export const countOf = ({ gs1, qty }: Found): string | undefined =>
  gs1?.count ?? (gs1?.weight ? qty : undefined)

const hit = z.object({
  kind: z.enum(hitKinds),
  id: z.string(),
  label: z.string(),
  name: z.string(),
  variantId: id.nullable(),
  warehouseId: id.nullable(),
  /** The very code that was asked for. */
  exact: z.boolean(),
})
export type SearchHit = z.output<typeof hit>

export const search = {
  scan: post('/tenant/:slug/scan', {
    summary: 'Look up a scanned code and its actions',
    allow: 'stock.read',
    body: z.object({
      // As the scanner sent it; zeros count, and GS1 fields may be separated by U+001D.
      code: scanText('Scan or type a code'),
      context: z
        .object({
          screen: line('Screen', { max: 40 }).optional(),
          /** A code that nothing has is expected there, so it is no exception. */
          takesUnknown: z.boolean().optional(),
          /** Where the scanner is: two warehouses may have a location of the same code. */
          warehouseId: id.optional(),
          /** Which of the blockers of `barcode_ambiguous` is meant. */
          choice: z.object({ kind: z.enum(scanKinds), id: line('Id', { max: 40 }) }).optional(),
        })
        .optional(),
    }),
    reply: found,
    errors: ['barcode_ambiguous', 'barcode_check_digit', 'gs1_malformed'],
    separators: true,
  }),
  find: get('/tenant/:slug/search', {
    summary: 'Search items and locations by code or name; exact codes first',
    allow: 'catalog.product.read',
    query: z.object({ q: z.string().trim().max(200), warehouse: id.optional() }),
    reply: z.object({ items: z.array(hit) }),
  }),
}
