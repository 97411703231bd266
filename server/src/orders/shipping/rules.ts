import type { Share } from '@stowage/contract/orders/orders'
import type { Claimed, ShipLine } from './queries.ts'
import { partsOf, sumBy } from '../picking/rules.ts'

/** The state of an order after `quanta` more of it were shipped; below zero after a shipment was voided. */
export function shippedState(
  claimed: Claimed,
  quanta: bigint,
): { state: 'in_fulfillment' | 'partially_shipped' | 'shipped'; fulfillmentState: Share } {
  if (BigInt(claimed.shipped) + quanta === 0n)
    return { state: 'in_fulfillment', fulfillmentState: 'none' }
  return BigInt(claimed.open) === quanta
    ? { state: 'shipped', fulfillmentState: 'full' }
    : { state: 'partially_shipped', fulfillmentState: 'partial' }
}

/** A quantity of a line that is in packages, by lot and serial number; quanta. */
export type PackedContent = {
  lineNo: number
  lotId: string | null
  serialId: string | null
  qty: string
}

/** A part of a picked task that leaves before the rest. */
export type Part = { task: ShipLine; quanta: bigint }

/** Spreads what is in packages over the tasks it was picked in. */
export const partsIn = (picked: readonly ShipLine[], contents: readonly PackedContent[]): Part[] =>
  partsOf(
    picked,
    contents.map((item) => ({ item, quanta: BigInt(item.qty) })),
  )

/** Quanta that leave, by line. */
export const linesIn = (parts: readonly Part[]): { lineNo: number; qty: string }[] =>
  [...sumBy(parts, ({ task }) => task.lineNo)].map(([lineNo, quanta]) => ({
    lineNo,
    qty: String(quanta),
  }))
