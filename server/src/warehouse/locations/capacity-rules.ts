import type { BlockerOf } from '@stowage/contract/blockers'

/** Capacity limits of a location; null is unlimited. */
export type Limits = {
  locationId: string
  code: string
  maxUnits: number | null
  maxWeightG: number | null
  mixedSkus: boolean
  mixedLots: boolean
}

/** So much of an item, of one lot where it has any, in a location; `delta` is what comes, below zero what goes. */
export type Content = {
  locationId: string
  variantId: string
  sku: string
  qtyScale: number
  /** Grams of one base unit; null counts as zero. */
  weightG: number | null
  lot: string | null
  quanta: bigint
  delta: bigint
}

type Refused<C extends 'location_full' | 'location_mix_forbidden'> = {
  code: C
  message: string
  blocker: BlockerOf<C>
}
export type CapacityRefusal = Refused<'location_full'> | Refused<'location_mix_forbidden'>

/**
 * Returns the refusal of stock that may not be put into a location; undefined if it may. What is there already is never
 * refused, so stock can leave a location that is over its limit.
 */
export const checkCapacity = (
  limits: Limits,
  contents: readonly Content[],
): CapacityRefusal | undefined => mixed(limits, contents) ?? tooMuch(limits, contents)

/** More others than anybody reads are not named. */
const mostNamed = 5

function mixed(limits: Limits, contents: readonly Content[]): CapacityRefusal | undefined {
  const left = contents.filter(({ quanta, delta }) => quanta + delta > 0n)
  for (const { variantId, sku, lot, delta } of contents) {
    if (delta <= 0n) continue
    const others = left.filter((other) =>
      other.variantId === variantId ? !limits.mixedLots && other.lot !== lot : !limits.mixedSkus,
    )
    const [first] = others
    if (!first) continue
    const isLot = first.variantId === variantId
    const there = others.slice(0, mostNamed).map((other) => ({ sku: other.sku, lot: other.lot }))
    return {
      code: 'location_mix_forbidden',
      message: isLot
        ? `${limits.code} holds one lot of ${sku} only, and it has another lot.`
        : `${limits.code} holds one SKU only. It can’t hold ${first.sku} together with ${sku}.`,
      blocker: {
        type: 'location',
        locationId: limits.locationId,
        code: limits.code,
        limit: isLot ? 'mixedLots' : 'mixedSkus',
        sku,
        lot,
        there,
      },
    }
  }
  return undefined
}

/** Items are counted with up to six decimals; together in millionths. */
const decimals = 6

const millionths = (quanta: bigint, scale: number) => quanta * 10n ** BigInt(decimals - scale)

function tooMuch(limits: Limits, contents: readonly Content[]): CapacityRefusal | undefined {
  const { locationId, code } = limits
  const sum = (of: (content: Content) => bigint, each: (content: Content) => bigint) =>
    contents.reduce((total, one) => total + millionths(of(one), one.qtyScale) * each(one), 0n)
  const counted = [
    { limit: 'maxUnits' as const, max: limits.maxUnits, each: () => 1n, word: 'units' },
    {
      limit: 'maxWeightG' as const,
      max: limits.maxWeightG,
      word: 'grams',
      each: ({ weightG }: Content) => BigInt(weightG ?? 0),
    },
  ]
  for (const { limit, max, each, word } of counted) {
    const change = sum(({ delta }) => delta, each)
    const then = sum(({ quanta, delta }) => quanta + delta, each)
    if (max === null || change <= 0n || then <= millionths(BigInt(max), 0)) continue
    const wouldBe = shown(then)
    return {
      code: 'location_full',
      message: `${code} holds up to ${max} ${word}. It would have ${wouldBe}.`,
      blocker: {
        type: 'location',
        locationId,
        code,
        limit,
        max: String(max),
        now: shown(then - change),
        wouldBe,
      },
    }
  }
  return undefined
}

const shown = (amount: bigint) => {
  const digits = String(amount).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
}
