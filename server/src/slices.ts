import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work before the event loop gets a turn. */
const sliceMs = 5

/** Like `items.map(work)`, in order, but yields to the event loop so requests are answered. */
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
