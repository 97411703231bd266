import type { Allocated } from '../../warehouse/stock/kernel-queries.ts'

/**
 * Splits what a claim was allocated: as much as is missing is kept, the rest, which is of what the claim waited for
 * before, is given back. One allocation may be in both.
 */
export function splitAt(
  allocations: readonly Allocated[],
  missing: bigint,
): { kept: Allocated[]; returned: Allocated[] } {
  const kept: Allocated[] = []
  const returned: Allocated[] = []
  let open = missing
  for (const one of allocations) {
    const qty = BigInt(one.qty)
    const take = qty < open ? qty : open
    open -= take
    if (take > 0n) kept.push({ ...one, qty: String(take) })
    if (take < qty) returned.push({ ...one, qty: String(qty - take) })
  }
  return { kept, returned }
}
