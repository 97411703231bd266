import type { ShipLine } from './queries.ts'
import { partsOf, sumBy } from '../picking/rules.ts'

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
