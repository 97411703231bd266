import { isMoreThanZero, sumOf } from '../products/quantities.ts'

type Line = { variantId: string; qty: string }

/**
 * Returns the labels a delivery needs: one per piece, or one per line of items that are weighed or measured.
 * `counts` matches `ids`, in the order in which the items first occur.
 */
export function labelsFor(lines: readonly Line[]): { ids: string[]; counts: string[] } {
  const byItem = new Map<string, string[]>()
  for (const { variantId, qty } of lines)
    if (isMoreThanZero(qty)) byItem.set(variantId, [...(byItem.get(variantId) ?? []), qty])
  const counts = [...byItem.values()].map((quantities) => {
    const all = sumOf(...quantities)
    return all.includes('.') ? String(quantities.length) : all
  })
  return { ids: [...byItem.keys()], counts }
}

/** The counts of an address; undefined where they do not suit the ids. */
export function countsIn(text: string | undefined, ids: readonly string[]): number[] | undefined {
  const counts = (text ?? '').split(',').map(Number)
  const suits =
    counts.length === ids.length && counts.every((one) => Number.isInteger(one) && one > 0)
  return suits ? counts : undefined
}
