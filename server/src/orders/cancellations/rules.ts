import type { LineRow } from '../entry/queries.ts'

/** Returns how many quanta of a line were shipped; of a kit, how many can be made of the parts that were. */
export function shippedOf({ claims, components, qtyScale }: LineRow): bigint {
  const consumedOf = (componentId: string | null) =>
    claims
      .filter((claim) => claim.componentId === componentId)
      .reduce((sum, { consumed }) => sum + BigInt(consumed), 0n)
  if (components.length === 0) return consumedOf(null)
  const kits = components.map(
    ({ id, perKit }) => (consumedOf(id) * 10n ** BigInt(qtyScale)) / BigInt(perKit),
  )
  return kits.reduce((least, each) => (each < least ? each : least))
}
