import type { OrderState, Share } from '@stowage/contract/orders/orders'
import type { FulfillmentState } from '@stowage/contract/orders/fulfillments'
import { numbersLike } from '../../workspace/documents/rules.ts'

/** The states that can follow each state of an order. */
export const orderTransitions: Record<OrderState, readonly OrderState[]> = {
  draft: ['confirmed', 'cancelled'],
  confirmed: ['released', 'on_hold', 'cancelled'],
  on_hold: ['confirmed', 'cancelled'],
  released: ['in_fulfillment', 'confirmed', 'on_hold', 'cancelled'],
  in_fulfillment: ['partially_shipped', 'shipped', 'cancelled'],
  partially_shipped: ['shipped', 'closed_short'],
  shipped: ['completed'],
  completed: [],
  closed_short: [],
  cancelled: [],
}

/** Returns the reservation state of an order: of what is neither cancelled nor shipped, nothing, a part or all. */
export function reservationStateOf(promised: bigint, backordered: bigint): Share {
  if (promised === 0n) return 'none'
  return backordered === 0n ? 'full' : 'partial'
}

/** Returns the number of decimals of amounts of a currency, such as 2 for EUR and 0 for JPY. */
export function decimalsOf(currency: string): number {
  const known = decimals.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const found = format.resolvedOptions().maximumFractionDigits ?? 2
  decimals.set(currency, found)
  return found
}
/** By currency, because a formatter takes longer to make than an order to add up. */
const decimals = new Map<string, number>()

/** Returns which numbers of orders a search means. */
export const numbersOf = (q: string) => numbersLike('SO', q)

/**
 * Returns how the number of a shop may be spelled: as it is typed, in capitals or small letters, and with or without
 * the `#` that shops show before it.
 */
export function externalNumbersOf(q: string): string[] {
  const bare = q.trim().replace(/^#+/, '')
  const typed = bare === '' ? [q.trim()] : [bare, `#${bare}`]
  return [
    ...new Set(typed.flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()])),
  ].filter((text) => text !== '')
}

/** Filter of a list by the time an order was promised to ship. */
export type Promised = 'overdue' | 'day' | 'week' | 'none'

const minute = 60_000
const hour = 60 * minute

/** Returns the filters of the list for a promised time, seen from `at`. */
export function dueFilters(promised: Promised | undefined, at: Date): Record<string, string> {
  // By the minute, so the total of a list is asked for once in it (`countOnce`).
  const minuteBegan = at.getTime() - (at.getTime() % minute)
  const inHours = (count: number) => new Date(minuteBegan + count * hour).toISOString()
  switch (promised) {
    case undefined:
      return {}
    case 'overdue':
      return { dueBefore: inHours(0) }
    case 'day':
      return { dueFrom: inHours(0), dueBefore: inHours(24) }
    case 'week':
      return { dueFrom: inHours(0), dueBefore: inHours(7 * 24) }
    case 'none':
      return { withoutDue: 'yes' }
  }
}

type Wanted = { qty: string; cancelled: string }
type Cancelled = Wanted & { outOfStock: string }

/** Checks whether all of these lines are cancelled. */
export const hasEnded = (lines: readonly Wanted[]) =>
  lines.length > 0 && lines.every(({ qty, cancelled }) => qty === cancelled)

/** Returns why these lines ended: all of them were out of stock, or a person cancelled them. */
export const endedBy = (lines: readonly Cancelled[]): 'out_of_stock' | 'cancelled' =>
  lines.every(({ cancelled, outOfStock }) => cancelled === outOfStock)
    ? 'out_of_stock'
    : 'cancelled'

/** A line with its claims, those of a kit each for a component. */
type Claimed<Claim> = {
  qtyScale: number
  components: readonly { id: string; perKit: string }[]
  claims: readonly (Claim & { componentId: string | null })[]
}
type Shipped = Claimed<{ consumed: string }>
type Promising = Claimed<{
  reservationId: string
  warehouseId: string
  promised: string
  allocated: string
}>

const consumedOf = ({ claims }: Shipped, componentId: string | null): bigint =>
  claims
    .filter((claim) => claim.componentId === componentId)
    .reduce((sum, { consumed }) => sum + BigInt(consumed), 0n)

/** Returns how many quanta of a line were shipped; of a kit, how many can be made of the parts that were. */
export function shippedOf(line: Shipped): bigint {
  const { components, qtyScale } = line
  if (components.length === 0) return consumedOf(line, null)
  const kits = components.map(
    ({ id, perKit }) => (consumedOf(line, id) * 10n ** BigInt(qtyScale)) / BigInt(perKit),
  )
  return kits.reduce((least, each) => (each < least ? each : least))
}

/** Checks whether shipped components don't add up to whole kits, such as those from one of two warehouses. */
export function hasLooseParts(line: Shipped): boolean {
  const kits = shippedOf(line)
  return line.components.some(
    ({ id, perKit }) =>
      consumedOf(line, id) * 10n ** BigInt(line.qtyScale) !== kits * BigInt(perKit),
  )
}

/** The state of a fulfillment that is released or picked once one of its lines is cancelled. */
export function stateWithout(
  before: FulfillmentState,
  others: { hasReady: boolean; hasDone: boolean } | undefined,
): FulfillmentState {
  if (others?.hasReady) return before
  return others?.hasDone ? 'picked' : 'cancelled'
}

type Taken = { claim: string; qty: string }

/**
 * Returns how much each claim of a line gives up for this many quanta of the line to be backordered again;
 * for a kit, the matching quantity of each component. Only takes promised, unallocated stock of warehouses in
 * sight. Undefined if that is too little.
 */
export function takenFrom(
  { claims, components, qtyScale }: Promising,
  quanta: bigint,
  isInSight: (warehouseId: string) => boolean,
): Taken[] | undefined {
  const unit = 10n ** BigInt(qtyScale)
  const parts =
    components.length === 0
      ? [{ componentId: null, wanted: quanta }]
      : components.map(({ id, perKit }) => ({
          componentId: id,
          wanted: (quanta / unit) * BigInt(perKit),
        }))
  if (components.length > 0 && quanta % unit !== 0n) return undefined
  const taken: Taken[] = []
  for (const { componentId, wanted } of parts) {
    let left = wanted
    for (const claim of claims) {
      if (claim.componentId !== componentId || !isInSight(claim.warehouseId)) continue
      const free = BigInt(claim.promised) - BigInt(claim.allocated)
      const qty = free < left ? free : left
      if (qty <= 0n) continue
      taken.push({ claim: claim.reservationId, qty: String(qty) })
      left -= qty
    }
    if (left > 0n) return undefined
  }
  return taken
}
