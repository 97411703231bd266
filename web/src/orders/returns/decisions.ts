import type { CustomerReturn, ReturnItem, ReturnLine } from '@stowage/contract/orders/returns'
import type { DispositionKind, ReturnCondition } from '@stowage/contract/orders/return-inputs'
import type { Found } from '@stowage/contract/workspace/search'
import { readQuantity } from '../../app/quantity.ts'
import { compareQuantities, isMoreThanZero } from '../../warehouse/products/quantities.ts'
import type { LocationOption } from '../../warehouse/locations/places.ts'
import { suggested } from './words.ts'

/** Decision on a received item, as typed. */
export type Decision = {
  line: ReturnLine
  item: ReturnItem
  condition: ReturnCondition
  /** Empty to decide later. */
  disposition: DispositionKind | ''
  qty: string
  place: LocationOption | undefined
}

/** The items of a return that nothing is decided about, each with what usually becomes of it. */
export const openDecisions = ({ lines }: CustomerReturn): Decision[] =>
  lines.flatMap((line) =>
    line.items
      .filter(({ undecided }) => undecided !== '0')
      .map((item) => ({
        line,
        item,
        condition: item.condition,
        disposition: suggested[item.condition],
        qty: item.undecided,
        place: undefined,
      })),
  )

/** With another condition, what usually becomes of that. */
export const withCondition = (decision: Decision, condition: ReturnCondition): Decision => ({
  ...decision,
  condition,
  disposition: suggested[condition],
})

export const hasLocation = (disposition: Decision['disposition']) =>
  disposition === 'restock' || disposition === 'quarantine' || disposition === 'refurbish'

/** Returns the problems of a decision, by field. */
export function problemsOf({ disposition, qty, place, item }: Decision) {
  const problems: { qty?: string; place?: string } = {}
  if (disposition === '') return problems
  const read = readQuantity(qty)
  if (read === undefined || !isMoreThanZero(read)) problems.qty = 'Enter a quantity'
  else if (compareQuantities(read, item.undecided) > 0)
    problems.qty = `At most ${item.undecided} are left`
  if (disposition === 'restock' && !place) problems.place = 'Choose a location'
  return problems
}

/** Returns the request lines for the decisions: changed conditions and dispositions. */
export const linesOf = (decisions: readonly Decision[]) =>
  decisions.flatMap(({ line, item, condition, disposition, qty, place }) => {
    const isChanged = condition !== item.condition
    if (disposition === '' && !isChanged) return []
    return {
      lineId: line.id,
      itemNo: item.itemNo,
      ...(isChanged && { condition }),
      ...(disposition !== '' && {
        dispositions: [
          {
            disposition,
            qty: readQuantity(qty) ?? '',
            ...(hasLocation(disposition) && place && { locationId: place.id }),
          },
        ],
      }),
    }
  })

type Decided = { index: number; decision: Decision; text: string } | { refused: string } | undefined

/** Decides what a scan says: a location restocks the current item, an item is the next current one. */
export function decideScan(
  decisions: readonly Decision[],
  current: number,
  { kind, id, label, variantId }: Found,
): Decided {
  const chosen = decisions[current]
  if (kind === 'location' && id !== null)
    return (
      chosen && {
        index: current,
        decision: { ...chosen, disposition: 'restock', place: { id, code: label } },
        text: `${chosen.line.sku}: restock in ${label}`,
      }
    )
  if (variantId === null) return undefined
  const index = decisions.findIndex(
    ({ line, item }) =>
      line.variantId === variantId && (kind !== 'serial' || item.serial === label),
  )
  const decision = decisions[index]
  return decision
    ? { index, decision, text: `${decision.line.sku}. Scan a location to restock it.` }
    : { refused: `Nothing of ${label} is left to decide.` }
}
