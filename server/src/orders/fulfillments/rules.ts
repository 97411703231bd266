import type { LeftReason } from '@stowage/contract/blockers'
import type { FulfillmentState } from '@stowage/contract/orders/fulfillments'
import type { OrderState } from '@stowage/contract/orders/orders'
import type { Left } from '@stowage/contract/orders/fulfillment-releases'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Allocated } from '../../warehouse/stock/kernel-queries.ts'
import type { LineRow } from '../orders/queries.ts'

/** The states that can follow each state of a fulfillment. */
export const fulfillmentTransitions: Record<FulfillmentState, readonly FulfillmentState[]> = {
  planned: ['released', 'cancelled'],
  released: ['picking', 'planned', 'cancelled'],
  picking: ['picked', 'released', 'cancelled'],
  picked: ['packing', 'packed', 'picking', 'cancelled'],
  packing: ['packed', 'picked', 'picking', 'cancelled'],
  packed: ['shipped', 'packing', 'cancelled'],
  shipped: ['packed'],
  cancelled: [],
}

/** States of an order in which stock of it can be released; afterwards it is released at least. */
export const releasable: readonly OrderState[] = [
  'confirmed',
  'released',
  'in_fulfillment',
  'partially_shipped',
]

/** A part of an order that can be allocated: what is promised in one warehouse and not allocated yet. */
export type Open = {
  line: LineRow
  reservationId: string
  warehouseId: string
  componentId: string | null
  qty: bigint
}

/** A line of a new fulfillment. */
export type NewLine = Open & { lineNo: number; allocations: readonly Allocated[] }

/** A kit of which a component waits is not released: its parts leave together. */
const isShortKit = ({ components, claims }: LineRow) =>
  components.length > 0 && claims.some(({ backordered }) => backordered !== '0')

/** Returns what can be allocated of an order, in the warehouses the member sees (null: all). */
export function openClaims(
  lines: readonly LineRow[],
  warehouses: readonly string[] | null,
): Open[] {
  return lines.flatMap((line) =>
    line.claims.flatMap((claim) => {
      const { reservationId, warehouseId, componentId } = claim
      const qty = BigInt(claim.promised) - BigInt(claim.allocated)
      const isSeen = warehouses === null || warehouses.includes(warehouseId)
      if (qty === 0n || !isSeen || isShortKit(line)) return []
      return [{ line, reservationId, warehouseId, componentId, qty }]
    }),
  )
}

const sumByClaim = (allocations: readonly Allocated[]) => {
  const sums = new Map<string, bigint>()
  for (const { reservationId, qty } of allocations)
    sums.set(reservationId, (sums.get(reservationId) ?? 0n) + BigInt(qty))
  return sums
}

/** Splits what was allocated: of a kit of which a component was not found, everything goes back. */
export function splitWhole(
  open: readonly Open[],
  allocations: readonly Allocated[],
): { kept: Allocated[]; returned: Allocated[] } {
  const found = sumByClaim(allocations)
  const isShort = ({ componentId, reservationId, qty }: Open) =>
    componentId !== null && (found.get(reservationId) ?? 0n) < qty
  const short = new Set(open.filter(isShort).map(({ line }) => line.id))
  const broken = new Set(
    open.filter(({ line }) => short.has(line.id)).map(({ reservationId }) => reservationId),
  )
  return {
    kept: allocations.filter(({ reservationId }) => !broken.has(reservationId)),
    returned: allocations.filter(({ reservationId }) => broken.has(reservationId)),
  }
}

/** Returns the lines of the new fulfillments of an order, by warehouse. */
export function fulfillmentLines(
  open: readonly Open[],
  allocations: readonly Allocated[],
): Map<string, NewLine[]> {
  const byClaim = Map.groupBy(allocations, ({ reservationId }) => reservationId)
  const found = open.flatMap((one) => {
    const ofClaim = byClaim.get(one.reservationId)
    if (!ofClaim) return []
    return [
      {
        ...one,
        qty: ofClaim.reduce((sum, { qty }) => sum + BigInt(qty), 0n),
        allocations: ofClaim,
      },
    ]
  })
  const byWarehouse = Map.groupBy(found, ({ warehouseId }) => warehouseId)
  return new Map(
    [...byWarehouse].map(([id, some]) => [id, some.map((line, i) => ({ ...line, lineNo: i + 1 }))]),
  )
}

/** Returns what of an order is not to be picked after a release, and why. */
export function leftOf(
  lines: readonly LineRow[],
  open: readonly Open[],
  allocations: readonly Allocated[],
): Left[] {
  const found = sumByClaim(allocations)
  const asked = new Set(open.map(({ reservationId }) => reservationId))
  return lines.flatMap((line) =>
    line.claims.flatMap((claim) => {
      const { reservationId, backordered, promised, allocated } = claim
      const missing = BigInt(promised) - BigInt(allocated) - (found.get(reservationId) ?? 0n)
      return [
        ...left(line, claim, BigInt(backordered), 'backordered'),
        ...(asked.has(reservationId) ? left(line, claim, missing, 'not_pickable') : []),
        ...(isShortKit(line) ? left(line, claim, missing, 'kit_incomplete') : []),
      ]
    }),
  )
}

/** Returns what of an order was released before. */
export const releasedOf = (lines: readonly LineRow[]): Left[] =>
  lines.flatMap((line) =>
    line.claims.flatMap((claim) => left(line, claim, BigInt(claim.allocated), 'released')),
  )

function left(
  line: LineRow,
  { componentId }: Pick<LineRow['claims'][number], 'componentId'>,
  quanta: bigint,
  reason: LeftReason,
): Left[] {
  if (quanta <= 0n) return []
  const { sku, qtyScale } = line.components.find(({ id }) => id === componentId) ?? line
  return [{ lineNo: line.lineNo, sku, qty: fromQuanta(quanta, qtyScale), reason }]
}
