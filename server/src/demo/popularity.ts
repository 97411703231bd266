import { below, splitmix } from './chance.ts'

/**
 * Zipf-Mandelbrot, 1 / (rank + q) ^ s, for so many items: the first fifth carries about four fifths.
 * `s` is in tenths, because everything here is counted in whole numbers.
 */
function shapeOf(items: number): { q: number; tenths: number } {
  if (items < 200) return { q: 1, tenths: 15 }
  if (items <= 20_000) return { q: Math.trunc(items / 100), tenths: 13 }
  if (items <= 200_000) return { q: Math.trunc(items / 180), tenths: 12 }
  return { q: Math.trunc(items / 500), tenths: 11 }
}

/** The tenth root of a large number, cut to a whole one: no float, so it is the same everywhere. */
function tenthRoot(value: bigint): bigint {
  let low = 0n
  let high = 1n << 51n
  while (low < high) {
    const middle = (low + high + 1n) >> 1n
    if (middle ** 10n <= value) low = middle
    else high = middle - 1n
  }
  return low
}

/** Returns the weight of each rank, from 0; exact at the knots and straight between them. */
export function weightsOf(items: number): Uint32Array {
  const { q, tenths } = shapeOf(items)
  const scale = 1n << 500n
  const least = BigInt(1 + q) ** BigInt(tenths)
  // The first rank weighs about 2^30, so the sum of a million still is an exact number.
  const unit = tenthRoot(scale / least) >> 30n || 1n
  const weightAt = (rank: number) =>
    Number(tenthRoot(scale / BigInt(rank + 1 + q) ** BigInt(tenths)) / unit) || 1
  const weights = new Uint32Array(items)
  let from = 0
  let left = weightAt(0)
  while (from < items) {
    const to = Math.min(from + 1 + ((from + q) >> 6), items)
    const right = weightAt(to)
    for (let rank = from; rank < to; rank++)
      weights[rank] = left - Math.trunc(((left - right) * (rank - from)) / (to - from))
    from = to
    left = right
  }
  return weights
}

/**
 * Draws ranks as often as their weights say, in one step each: a table of whole numbers with two
 * ranks in every column (Walker and Vose).
 */
export function popularity(items: number): (draw: bigint) => number {
  const weights = weightsOf(items)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const share = Float64Array.from(weights, (weight) => weight * items)
  const alias = new Uint32Array(items)
  const small: number[] = []
  const large: number[] = []
  share.forEach((own, rank) => (own < total ? small : large).push(rank))
  while (small.length > 0 && large.length > 0) {
    const [poor = 0, rich = 0] = [small.pop(), large.pop()]
    alias[poor] = rich
    share[rich] = (share[rich] ?? 0) - (total - (share[poor] ?? 0))
    const left = (share[rich] ?? 0) < total ? small : large
    left.push(rich)
  }
  for (const rank of [...small, ...large]) share[rank] = total
  return (draw) => {
    const column = below(draw, items)
    const height = Number(splitmix(draw, 0n) % BigInt(total))
    return height < (share[column] ?? 0) ? column : (alias[column] ?? 0)
  }
}
