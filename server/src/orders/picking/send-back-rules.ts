import type { Packable } from '../packing/rules.ts'
import type { PickedTask } from './send-back-queries.ts'

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
