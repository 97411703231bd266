import { splitmix } from '../../src/demo/chance.ts'

/** The same choices for the same seed, on every machine. */
export function randomFrom(seed: number) {
  let drawn = 0n
  const next = () => Number(splitmix(BigInt(seed), drawn++) >> 11n) / 2 ** 53
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => {
      const one = list[below(list.length)]
      if (one === undefined && list.length === 0) throw new RangeError('nothing to choose from')
      return one as T
    },
  }
}

export type Random = ReturnType<typeof randomFrom>
