import type { BlockerOf } from '@stowage/contract/blockers'
import { z } from 'zod'
import { formatCalendarDay, formatInstant, formatQuantity } from '../../app/format.ts'
import { joined, whereOf, type Sentences } from '../../workspace/refusals/blockers.ts'
import { kindOf } from '../../workspace/refusals/move-kinds.ts'

const units = z.array(z.string()).catch([])

/** Returns the backorder limit of an item as text, if it is the blocker. */
function limitText(one: BlockerOf<'insufficient_stock'>): string {
  if (!('backorderLimit' in one) || one.backorderLimit === undefined) return ''
  const limit = formatQuantity(one.backorderLimit)
  if (limit === '0') return ' Its backorder rule doesn’t allow backorders.'
  return ` Its backorder rule allows up to ${limit}, ${formatQuantity(one.backorderLeft ?? '0')} more now.`
}

/** Returns a sentence that says why a movement can't be reversed. */
function whyNotUndone(one: BlockerOf<'reversal_blocked'>): string {
  switch (one.type) {
    case 'already_reversed':
      return `Already reversed by movement ${one.moveId}.`
    case 'not_reversible':
      return 'Movements of this type can’t be reversed. Post the opposite movement instead.'
    case 'location':
    case 'warehouse':
      return `${one.code} is archived, so stock can’t return to it.`
    case 'variant':
      return `${one.sku} is archived. Restore it first.`
    case 'level':
      return `${one.sku}: ${formatQuantity(one.missing)} are now reserved for orders.`
    case 'bucket': {
      const names = one.moves.map(
        ({ kind, moveId, qty }) =>
          `movement ${moveId} (${formatQuantity(qty)} ${kindOf(kind).toLowerCase()})`,
      )
      const by = names.length > 0 ? ` Moved by: ${joined(names)}.` : ''
      return `${whereOf(one)}: ${formatQuantity(one.missing)} too few to reverse this.${by}`
    }
  }
}

export const sentences: Sentences = {
  insufficient_stock: (one) =>
    `${one.sku}: ${formatQuantity(one.requested)} wanted, ${formatQuantity(one.available)} available, ${formatQuantity(one.short)} short.${limitText(one)}`,
  insufficient_bucket_stock: (one) => {
    const allocated = formatQuantity(one.allocated)
    const promised = allocated === '0' ? '' : `, ${allocated} of them reserved`
    return `${whereOf(one)}: ${formatQuantity(one.onHand)} on hand${promised}. ${formatQuantity(one.missing)} missing.`
  },
  oversell_refused: ({ sku, available, missing }) =>
    `${sku}: only ${formatQuantity(available)} available, ${formatQuantity(missing)} too few. The rest is reserved for orders.`,
  expected_quantity_stale: (one) =>
    `${whereOf(one)}: the quantity changed from ${formatQuantity(one.expected)} to ${formatQuantity(one.current)}. Check it, then adjust again.`,
  reversal_blocked: whyNotUndone,
  already_reversed: () => ['Reload the page to see the reversal.'],
  not_reversible: () => ['Move the stock back or adjust it instead.'],
  period_closed: ({ closedThrough }) =>
    closedThrough === null
      ? undefined
      : `The period through ${formatCalendarDay(closedThrough)} is closed. Choose a later date.`,
  future_date_refused: () => ['Choose a time in the past.'],
  not_in_stock_then: (one) =>
    `${whereOf(one)}: possible from ${formatInstant(one.possibleFrom, 'UTC')} UTC.`,
  uom_not_exact: ({ body }) => {
    const nearest = units.parse(body['nearest'])
    const unit = body['nearestUnit']
    const of = typeof unit === 'string' ? ` ${unit}` : ''
    return nearest.length > 0 ? [`Nearest: ${nearest.join(' or ')}${of}.`] : []
  },
}
