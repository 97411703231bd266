const mask = (1n << 64n) - 1n

/** The output function of splitmix64: every bit of the answer depends on every bit of the state. */
function mix(state: bigint): bigint {
  let z = state & mask
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask
  return z ^ (z >> 31n)
}
const golden = 0x9e3779b97f4a7c15n

/** The `index`-th number of splitmix64 begun at `state`, from 0: 64 bits. */
export const splitmix = (state: bigint, index: bigint): bigint => mix(state + golden * (index + 1n))

/**
 * Chance that can be asked again: one 64-bit number for each (seed, platform, kind, index), the same on
 * every machine and in any order.
 */
export function chanceOf(seed: number, platform: number, kind: string) {
  const kindState = [...kind].reduce(
    (state, letter) => {
      return splitmix(state, BigInt(letter.codePointAt(0) ?? 0))
    },
    splitmix(BigInt(seed), BigInt(platform)),
  )
  return (index: number): bigint => splitmix(kindState, BigInt(index))
}

/** A whole number below `count`, from bits of a draw; `shift` takes others of the same draw. */
export const below = (draw: bigint, count: number, shift = 0): number =>
  Number((draw >> BigInt(shift)) & 0xffffffn) % count

/** One of a list. */
export const pick = <T>(draw: bigint, list: readonly [T, ...T[]], shift = 0): T =>
  list[below(draw, list.length, shift)] ?? list[0]

/** Version 4 in form, so nothing mistakes it for one that carries a time. */
export function uuidOf(high: bigint, low: bigint): string {
  const hex = high.toString(16).padStart(16, '0') + low.toString(16).padStart(16, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
