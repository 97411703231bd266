/** Runs both sides alternately, `rounds` times each, and pairs neighbors: A B, A B, … */
export async function alternate<A, B>(
  rounds: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B][]> {
  const pairs: [A, B][] = []
  for (let round = 0; round < rounds; round += 1) pairs.push([await first(), await second()])
  return pairs
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const rate = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} /s`
