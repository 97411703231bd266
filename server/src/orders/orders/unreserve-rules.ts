import type { LineRow } from './queries.ts'

type Taken = { claim: string; qty: string }

/**
 * Returns how much each claim of a line gives up for this many quanta of the line to be backordered again;
 * for a kit, the matching quantity of each component. Only takes promised, unallocated stock of warehouses in
 * sight. Undefined if that is too little.
 */
export function takenFrom(
  { claims, components, qtyScale }: Pick<LineRow, 'claims' | 'components' | 'qtyScale'>,
  quanta: bigint,
  isInSight: (warehouseId: string) => boolean,
): Taken[] | undefined {
  const unit = 10n ** BigInt(qtyScale)
  const parts =
    components.length === 0
      ? [{ componentId: null, wanted: quanta }]
      : components.map(({ id, perKit }) => ({
          componentId: id,
          wanted: (quanta / unit) * BigInt(perKit),
        }))
  if (components.length > 0 && quanta % unit !== 0n) return undefined
  const taken: Taken[] = []
  for (const { componentId, wanted } of parts) {
    let left = wanted
    for (const claim of claims) {
      if (claim.componentId !== componentId || !isInSight(claim.warehouseId)) continue
      const free = BigInt(claim.promised) - BigInt(claim.allocated)
      const qty = free < left ? free : left
      if (qty <= 0n) continue
      taken.push({ claim: claim.reservationId, qty: String(qty) })
      left -= qty
    }
    if (left > 0n) return undefined
  }
  return taken
}
