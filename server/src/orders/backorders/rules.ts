import type { WaitingPart } from './queries.ts'

type Moved = { part: WaitingPart; claim: WaitingPart['claims'][number]; quanta: bigint }

/**
 * Returns what of the components of a kit is to wait in another warehouse, so that with what it has more whole kits can be
 * served; nothing where that makes none.
 */
export function partsToMove(parts: readonly WaitingPart[]): Moved[] {
  const kitsWith = (countOf: (part: WaitingPart) => bigint) =>
    parts
      .map((part) => countOf(part) / BigInt(part.perKit))
      .reduce((least, kits) => (kits < least ? kits : least))
  const movableOf = ({ claims, free }: WaitingPart) => {
    const waiting = claims.reduce((sum, claim) => sum + BigInt(claim.waiting), 0n)
    return waiting < BigInt(free) ? waiting : BigInt(free)
  }
  if (parts.length === 0) return []
  const local = (part: WaitingPart) => BigInt(part.had) + BigInt(part.can)
  const kits = kitsWith((part) => local(part) + movableOf(part))
  if (kits <= kitsWith(local)) return []
  return parts.flatMap((part) => {
    let left = kits * BigInt(part.perKit) - local(part)
    return part.claims.flatMap((claim) => {
      const waiting = BigInt(claim.waiting)
      const quanta = waiting < left ? waiting : left
      if (quanta <= 0n) return []
      left -= quanta
      return [{ part, claim, quanta }]
    })
  })
}
