import { isSameKey } from '@stowage/contract/folding'
import type { Allocated } from '../../warehouse/stock/kernel-queries.ts'
import type { Packable } from '../packing/rules.ts'
import type { PickedTask } from './send-back-queries.ts'

type Location = { location: string; locationBarcode: string | null }

/**
 * Checks whether a scan is of this location: its code in any case, also in the form of our labels, or its
 * barcode.
 */
export const isLocation = (scanned: string, { location, locationBarcode }: Location): boolean =>
  isSameKey(scanned.replace(/^L:/, ''), location) || scanned === locationBarcode

/**
 * Splits what a claim was allocated: as much as is missing is kept, the rest, which is of what the claim waited for
 * before, is given back. One allocation may be in both.
 */
export function splitAt(
  allocations: readonly Allocated[],
  missing: bigint,
): { kept: Allocated[]; returned: Allocated[] } {
  const kept: Allocated[] = []
  const returned: Allocated[] = []
  let open = missing
  for (const one of allocations) {
    const qty = BigInt(one.qty)
    const take = qty < open ? qty : open
    open -= take
    if (take > 0n) kept.push({ ...one, qty: String(take) })
    if (take < qty) returned.push({ ...one, qty: String(qty - take) })
  }
  return { kept, returned }
}

/** A quantity of an item, in quanta, that was not there to be packed. */
export type Missing = { item: Packable; quanta: bigint }
type Content = Pick<Packable, 'lineNo' | 'lotId' | 'serialId'>

/** A part of a picked task that is sent back. */
export type Part = { task: PickedTask; quanta: bigint }

/**
 * Spreads quantities over the tasks they were picked in, in their order. What is missing is of the latest: what was picked
 * before is packed already.
 */
export function partsOf<Task extends Content & { qty: string }>(
  tasks: readonly Task[],
  contents: readonly { item: Content; quanta: bigint }[],
): { task: Task; quanta: bigint }[] {
  return contents.flatMap(({ item, quanta }) => {
    let open = quanta
    return tasks.flatMap((task) => {
      const isOfItem =
        task.lineNo === item.lineNo && task.lotId === item.lotId && task.serialId === item.serialId
      const take = BigInt(task.qty) < open ? BigInt(task.qty) : open
      if (!isOfItem || take === 0n) return []
      open -= take
      return [{ task, quanta: take }]
    })
  })
}

/** Adds up the quanta of rows with the same key. */
export function sumBy<Key, Row extends { quanta: bigint }>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, bigint> {
  const sums = new Map<Key, bigint>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0n) + row.quanta)
  return sums
}
