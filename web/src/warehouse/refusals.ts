import { z } from 'zod'
import { formatCalendarDay, formatInstant, formatQuantity } from '../app/format.ts'
import { ApiError } from '../app/transport.ts'

import { kindOf } from './words.ts'

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
type Blocker = z.output<typeof blocker>

const read = (error: ApiError): Blocker[] => {
  const given = error.body['blockers']
  if (!Array.isArray(given)) return []
  return given.flatMap((one: unknown) => {
    const { data } = blocker.safeParse(one)
    return data ? [data] : []
  })
}

const q = (quantity: string | undefined) => formatQuantity(quantity ?? '0')
const where = ({ sku, location }: Blocker) =>
  [sku ?? 'This item', location && `in ${location}`].filter(Boolean).join(' ')

const goodsOf = ({ sku, lot }: { sku?: string | undefined; lot?: string | undefined }) =>
  [sku ?? 'It', lot && `of lot ${lot}`].filter(Boolean).join(' ')

const joined = (parts: readonly string[]) => parts.join(', ')

const promisedTo = (one: Blocker) =>
  `${q(one.promised)} of ${one.sku ?? 'it'} are promised to ${(one.sourceType ?? 'an order').replaceAll('_', ' ')}.`

/** What keeps a movement from being taken back. */
function whyNotUndone(one: Blocker): string {
  if (one.type === 'already_reversed')
    return `Already reversed${one.moveId === undefined ? '' : ` by movement ${one.moveId}`}.`
  if (one.type === 'not_reversible')
    return 'Movements of this type can’t be reversed. Post the opposite movement instead.'
  if (one.type === 'location' || one.type === 'warehouse')
    return `${one.code ?? 'The location'} is archived, so stock can’t return to it.`
  if (one.type === 'variant') return `${one.sku ?? 'The item'} is archived. Restore it first.`
  if (one.type === 'claim') return promisedTo(one)
  if (one.type === 'level') return `${where(one)}: ${q(one.missing)} are now reserved for orders.`
  const names = (one.moves ?? []).map(
    ({ number, kind, moveId }) =>
      number ?? [kind === undefined ? 'movement' : kindOf(kind).toLowerCase(), moveId].join(' '),
  )
  const by = names.length > 0 ? ` Moved by: ${joined(names)}.` : ''
  return `${where(one)}: ${q(one.missing)} too few to reverse this.${by}`
}

/** How a place says no. */
const blockedWords: Record<string, string> = {
  blocked: 'is blocked',
  blocked_in: 'is blocked for incoming stock',
  blocked_out: 'is blocked for outgoing stock',
  archived: 'is archived',
}

/** What each refusal means here, with its numbers: one sentence for each thing in the way. */
const sentences: Record<string, (blockers: Blocker[], error: ApiError) => string[]> = {
  insufficient_stock: (blockers) =>
    blockers.map(
      (one) =>
        `${where(one)}: ${q(one.requested)} wanted, ${q(one.available)} available, ${q(one.short)} short.`,
    ),
  insufficient_bucket_stock: (blockers) =>
    blockers.map((one) => {
      const promised =
        one.allocated !== undefined && q(one.allocated) !== '0'
          ? `, ${q(one.allocated)} of them reserved`
          : ''
      const missing = one.missing === undefined ? '' : ` ${q(one.missing)} missing.`
      return `${where(one)}: ${q(one.onHand)} on hand${promised}.${missing}`
    }),
  oversell_refused: (blockers) =>
    blockers.map((one) => {
      if (one.type === 'claim') return promisedTo(one)
      if (one.orders && one.orders.length > 0)
        return `${where(one)} is reserved for ${joined(one.orders)}.`
      const short = one.missing === undefined ? '' : `, ${q(one.missing)} too few`
      return `${where(one)}: only ${q(one.available)} available${short}. The rest is reserved for orders.`
    }),
  expected_quantity_stale: (blockers) =>
    blockers.map(
      (one) =>
        `${where(one)}: the quantity changed from ${q(one.expected)} to ${q(one.current)}. Check it, then adjust again.`,
    ),
  reversal_blocked: (blockers) => blockers.map(whyNotUndone),
  barcode_ambiguous: (blockers) =>
    blockers.map(({ type, label }) => `This code also matches the ${type} ${label ?? ''}.`),
  location_blocked: (blockers) =>
    blockers.map(
      (one) =>
        `${one.location ?? one.code ?? 'The location'} ${blockedWords[one.status ?? ''] ?? 'is blocked'}. Choose another location, or unblock it in Locations.`,
    ),
  location_full: (blockers) =>
    blockers.map((one) => {
      const unit = one.limit === 'maxWeightG' ? 'grams' : 'units'
      return `${one.code ?? 'The location'} holds up to ${q(one.max)} ${unit}. It has ${q(one.now)} and would have ${q(one.wouldBe)}. Choose another location for the rest.`
    }),
  location_mix_forbidden: (blockers) =>
    blockers.map((one) => {
      const there = joined((one.there ?? []).map(goodsOf))
      const rule = one.limit === 'mixedLots' ? 'one lot per SKU' : 'one SKU'
      return `${one.code ?? 'The location'} holds only ${rule}. It can’t hold ${goodsOf(one)} together with ${there}. Choose another location.`
    }),
  lot_expired: () => ['Receive them with another status, such as Expired.'],
  shelf_life_too_short: () => [
    'Refuse them, or receive them with another status, such as On hold.',
  ],
  duplicate_key: (blockers) =>
    blockers.flatMap(({ type, sku, barcode }) =>
      sku === undefined
        ? []
        : [type === 'barcode' ? `${sku} has the barcode ${barcode ?? ''}.` : `${sku} is there.`],
    ),
  period_closed: (blockers) =>
    blockers.flatMap(({ closedThrough }) =>
      closedThrough === undefined
        ? []
        : [
            `The period through ${formatCalendarDay(closedThrough)} is closed. Choose a later date.`,
          ],
    ),
  not_in_stock_then: (blockers) =>
    blockers.flatMap((one) =>
      one.possibleFrom === undefined
        ? []
        : [`${where(one)}: possible from ${formatInstant(one.possibleFrom, 'UTC')} UTC.`],
    ),
  invalid_transition: (blockers) =>
    blockers.flatMap(({ from, code }) =>
      from === undefined
        ? []
        : [
            `${code ?? 'It'} is now ${from.replaceAll('_', ' ')}. Reload the page to see the change.`,
          ],
    ),
  serial_duplicate: (blockers) =>
    blockers.flatMap(({ serial, location }) =>
      serial === undefined
        ? []
        : [
            `Serial ${serial} is already ${location === undefined ? 'in stock' : `in ${location}`}.`,
          ],
    ),
  uom_not_exact: (_, { body }) => {
    const nearest = words.parse(body['nearest']) ?? []
    const unit = body['nearestUnit']
    const of = typeof unit === 'string' ? ` ${unit}` : ''
    return nearest.length > 0 ? [`Nearest: ${nearest.join(' or ')}${of}.`] : []
  },
  already_reversed: () => ['Reload the page to see the reversal.'],
  not_reversible: () => ['Move the stock back or adjust it instead.'],
  permission_denied: () => ['Ask an admin of this workspace for permission.'],
  self_approval: () => ['Separation of duties is on. Someone else must approve it.'],
  lock_timeout: () => ['Wait a second and try again. It can’t be recorded twice.'],
  idempotency_conflict: () => ['Reload the page and start over.'],
  version_conflict: () => ['Your changes weren’t saved.'],
  future_date_refused: () => ['Choose a time in the past.'],
  note_required: () => ['Describe what happened.'],
}

/** Everything to be said below the server's own sentence; empty for what needs no more words. */
export function explain(error: unknown): string[] {
  if (!(error instanceof ApiError)) return []
  const said = sentences[error.code]?.(read(error), error) ?? []
  const fields = error.details
    .map(({ message }) => message)
    .filter((message) => message !== error.message)
  return [...new Set([...said, ...fields])]
}

/** The same blockers where they are no refusal but a warning beforehand. */
export const explainBlockers = (code: string, blockers: readonly unknown[]): string[] =>
  explain(new ApiError(409, { code, blockers }))

/**
 * Of a refusal that found other numbers than those seen: what is there by now, by line and as long as
 * the line still says what was refused.
 */
export function staleQuantities(error: unknown) {
  const found =
    error instanceof ApiError && error.code === 'expected_quantity_stale' ? read(error) : []
  return (at: number, seen: string): string | undefined =>
    found.find(
      ({ lineNo, expected, current }) =>
        current !== undefined &&
        q(current) !== q(seen) &&
        (lineNo === undefined ? q(expected) === q(seen) : lineNo === String(at + 1)),
    )?.current
}
