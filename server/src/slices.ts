import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds after which requests get a turn. */
const sliceMs = 5

/** Like `items.map(work)`, in order, but lets requests be answered in between. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let begun = performance.now()
  for (const item of items) {
    results.push(work(item))
    if (performance.now() - begun < sliceMs) continue
    await nextTurn()
    begun = performance.now()
  }
  return results
}
