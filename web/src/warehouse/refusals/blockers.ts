import type { ErrorCode } from '@stowage/contract/errors'
import { z } from 'zod'
import { formatQuantity } from '../../app/format.ts'
import type { ApiError } from '../../app/transport.ts'

const text = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)
const words = z.array(z.string()).optional().catch(undefined)

/** What a blocker may say; which of it depends on the refusal. */
const blocker = z.looseObject({
  type: text,
  lineNo: text,
  sku: text,
  location: text,
  code: text,
  onHand: text,
  allocated: text,
  requested: text,
  available: text,
  short: text,
  missing: text,
  expected: text,
  current: text,
  number: text,
  label: text,
  kind: text,
  status: text,
  direction: text,
  from: text,
  to: text,
  serial: text,
  barcode: text,
  closedThrough: text,
  possibleFrom: text,
  limit: text,
  max: text,
  now: text,
  wouldBe: text,
  lot: text,
  there: z
    .array(z.looseObject({ sku: text, lot: text }))
    .optional()
    .catch(undefined),
  moves: z
    .array(
      z.union([
        z.string().transform((moveId) => ({ moveId, kind: undefined, number: undefined })),
        z.looseObject({ moveId: text, kind: text, number: text }),
      ]),
    )
    .optional()
    .catch(undefined),
  reserved: text,
  promised: text,
  moveId: text,
  sourceType: text,
  claims: z.array(z.unknown()).optional().catch(undefined),
  orders: words,
})
export type Blocker = z.output<typeof blocker>

/** For each error code, one sentence for each blocker, with its quantities. */
export type Sentences = Partial<
  Record<ErrorCode, (blockers: Blocker[], error: ApiError) => string[]>
>

/** Returns the blockers of a refused call. */
export function blockersIn(error: ApiError): Blocker[] {
  const given = error.body['blockers']
  if (!Array.isArray(given)) return []
  return given.flatMap((one: unknown) => {
    const { data } = blocker.safeParse(one)
    return data ? [data] : []
  })
}

/** Formats the quantity of a blocker. */
export const quantityOf = (quantity: string | undefined) => formatQuantity(quantity ?? '0')

/** 'MUG in A-01': the item of a blocker and its location. */
export const whereOf = ({ sku, location }: Blocker) =>
  [sku ?? 'This item', location && `in ${location}`].filter(Boolean).join(' ')

export const joined = (parts: readonly string[]) => parts.join(', ')
