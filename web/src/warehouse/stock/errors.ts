import { z } from 'zod'
import { formatCalendarDay, formatInstant } from '../../app/format.ts'
import { joined, quantityOf, whereOf, type Blocker, type Sentences } from '../refusals/blockers.ts'
import { kindOf } from './words.ts'

const units = z.array(z.string()).catch([])

const promisedTo = (one: Blocker) =>
  `${quantityOf(one.promised)} of ${one.sku ?? 'it'} are promised to ${(one.sourceType ?? 'an order').replaceAll('_', ' ')}.`

/** Why a movement can't be reversed. */
function whyNotUndone(one: Blocker): string {
  if (one.type === 'already_reversed')
    return `Already reversed${one.moveId === undefined ? '' : ` by movement ${one.moveId}`}.`
  if (one.type === 'not_reversible')
    return 'Movements of this type can’t be reversed. Post the opposite movement instead.'
  if (one.type === 'location' || one.type === 'warehouse')
    return `${one.code ?? 'The location'} is archived, so stock can’t return to it.`
  if (one.type === 'variant') return `${one.sku ?? 'The item'} is archived. Restore it first.`
  if (one.type === 'claim') return promisedTo(one)
  if (one.type === 'level')
    return `${whereOf(one)}: ${quantityOf(one.missing)} are now reserved for orders.`
  const names = (one.moves ?? []).map(
    ({ number, kind, moveId }) =>
      number ?? [kind === undefined ? 'movement' : kindOf(kind).toLowerCase(), moveId].join(' '),
  )
  const by = names.length > 0 ? ` Moved by: ${joined(names)}.` : ''
  return `${whereOf(one)}: ${quantityOf(one.missing)} too few to reverse this.${by}`
}

export const sentences: Sentences = {
  insufficient_stock: (blockers) =>
    blockers.map(
      (one) =>
        `${whereOf(one)}: ${quantityOf(one.requested)} wanted, ${quantityOf(one.available)} available, ${quantityOf(one.short)} short.`,
    ),
  insufficient_bucket_stock: (blockers) =>
    blockers.map((one) => {
      const promised =
        one.allocated !== undefined && quantityOf(one.allocated) !== '0'
          ? `, ${quantityOf(one.allocated)} of them reserved`
          : ''
      const missing = one.missing === undefined ? '' : ` ${quantityOf(one.missing)} missing.`
      return `${whereOf(one)}: ${quantityOf(one.onHand)} on hand${promised}.${missing}`
    }),
  oversell_refused: (blockers) =>
    blockers.map((one) => {
      if (one.type === 'claim') return promisedTo(one)
      if (one.orders && one.orders.length > 0)
        return `${whereOf(one)} is reserved for ${joined(one.orders)}.`
      const short = one.missing === undefined ? '' : `, ${quantityOf(one.missing)} too few`
      return `${whereOf(one)}: only ${quantityOf(one.available)} available${short}. The rest is reserved for orders.`
    }),
  expected_quantity_stale: (blockers) =>
    blockers.map(
      (one) =>
        `${whereOf(one)}: the quantity changed from ${quantityOf(one.expected)} to ${quantityOf(one.current)}. Check it, then adjust again.`,
    ),
  reversal_blocked: (blockers) => blockers.map(whyNotUndone),
  already_reversed: () => ['Reload the page to see the reversal.'],
  not_reversible: () => ['Move the stock back or adjust it instead.'],
  period_closed: (blockers) =>
    blockers.flatMap(({ closedThrough }) =>
      closedThrough === undefined
        ? []
        : [
            `The period through ${formatCalendarDay(closedThrough)} is closed. Choose a later date.`,
          ],
    ),
  future_date_refused: () => ['Choose a time in the past.'],
  not_in_stock_then: (blockers) =>
    blockers.flatMap((one) =>
      one.possibleFrom === undefined
        ? []
        : [`${whereOf(one)}: possible from ${formatInstant(one.possibleFrom, 'UTC')} UTC.`],
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
    const nearest = units.parse(body['nearest'])
    const unit = body['nearestUnit']
    const of = typeof unit === 'string' ? ` ${unit}` : ''
    return nearest.length > 0 ? [`Nearest: ${nearest.join(' or ')}${of}.`] : []
  },
}
