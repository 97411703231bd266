import { hash } from '@node-rs/argon2'

const timeOf = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

type Call = () => Promise<unknown>

/** Alternating, so a busy machine disturbs both alike. */
async function timesOf(one: Call, other: Call, rounds: number): Promise<[number[], number[]]> {
  const [ones, others]: [number[], number[]] = [[], []]
  for (let i = 0; i < rounds; i++) {
    ones.push(await timeOf(one))
    others.push(await timeOf(other))
  }
  return [ones, others]
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN

/**
 * A single measurement may be disturbed by whatever else the machine has to do: the first of three that
 * is below the limit, or the least of them.
 */
async function leastOf(limit: number, measure: () => Promise<number>): Promise<number> {
  let least = Infinity
  for (let time = 0; time < 3 && least >= limit; time++) least = Math.min(least, await measure())
  return least
}

/** By which part the medians of two calls differ, of the shorter one: below `limit` if one of three times. */
export const medianGapOf = (
  limit: number,
  one: Call,
  other: Call,
  rounds: number,
): Promise<number> =>
  leastOf(limit, async () => {
    const [a, b] = (await timesOf(one, other, rounds)).map(median) as [number, number]
    return Math.abs(a - b) / Math.min(a, b)
  })

/**
 * Returns the advantage over guessing with which two calls are told apart by their duration: 0 when not
 * at all, 0.5 when always. Below `limit` if one of three times.
 */
export const advantageOf = (limit: number, one: Call, other: Call, rounds = 25): Promise<number> =>
  leastOf(limit, async () => {
    const [ones, others] = await timesOf(one, other, rounds)
    const longer = ones.flatMap((a) => others.map((b): number => (a > b ? 1 : 0)))
    return Math.abs(longer.reduce((sum, each) => sum + each, 0) / longer.length - 0.5)
  })

/** A password hash at its default cost, to compare with: a quiet machine makes some forty a second. */
const oneHash = () => hash('a yardstick', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** Milliseconds of one, the median of five. */
export const hashTime = async () => median((await timesOf(oneHash, oneHash, 5))[0])

/** Returns the number of password hashes, made beside it, that take as long as this call: below `limit` if one of three times. */
export const hashesDuring = (limit: number, call: Call): Promise<number> =>
  leastOf(limit, async () => {
    const [calls, hashes] = await timesOf(call, oneHash, 1)
    return median(calls) / median(hashes)
  })
