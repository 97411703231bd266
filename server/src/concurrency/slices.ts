import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds of work before the event loop gets a turn. */
const sliceMs = 5
/** Times as long as it worked that a slice lets short requests go first, and the most milliseconds of that. */
const restTimes = 3
const mostRestMs = 50

/** Milliseconds after a short request within which another one is expected. */
const soonMs = 100

type Rests = {
  /** Counts a short request, which longer work of this process gives way to. Returns the function that ends it. */
  beginShort: () => () => void
  /** Lets requests be answered after `workedMs` of work: for a turn of the event loop, or longer if there are short ones. */
  letOthersGo: (workedMs: number) => Promise<void>
}

/** Returns the count of short requests and the rests of longer work, which depend on it. */
export function openRests(): Rests {
  let shortAtWork = 0
  let lastShortAt = Number.NEGATIVE_INFINITY
  return {
    beginShort() {
      shortAtWork += 1
      return () => {
        shortAtWork -= 1
        lastShortAt = performance.now()
      }
    },
    async letOthersGo(workedMs) {
      await nextTurn()
      const isBusy = shortAtWork > 0 || performance.now() - lastShortAt < soonMs
      if (isBusy) await sleep(Math.min(mostRestMs, Math.ceil(workedMs * restTimes)))
    },
  }
}

/** Process-wide instance. */
export const { beginShort, letOthersGo } = openRests()

/** Like `items.map(work)`, in order, but yields to the event loop so requests are answered. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let begun = performance.now()
  for (const item of items) {
    results.push(work(item))
    const worked = performance.now() - begun
    if (worked < sliceMs) continue
    await letOthersGo(worked)
    begun = performance.now()
  }
  return results
}
