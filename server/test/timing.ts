const timeOf = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/**
 * How much better than by guessing somebody tells two calls apart by their duration: 0 when not
 * at all, 0.5 when always. The calls alternate, so a busy machine disturbs both alike.
 */
export async function advantageOf(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  rounds = 25,
): Promise<number> {
  const ones: number[] = []
  const others: number[] = []
  for (let i = 0; i < rounds; i++) {
    ones.push(await timeOf(one))
    others.push(await timeOf(other))
  }
  const longer = ones.flatMap((a) => others.map((b): number => (a > b ? 1 : 0)))
  return Math.abs(longer.reduce((sum, each) => sum + each, 0) / longer.length - 0.5)
}
