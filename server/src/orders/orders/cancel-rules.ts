import type { LineRow } from './queries.ts'

type Shipped = Pick<LineRow, 'components' | 'qtyScale'> & {
  claims: readonly Pick<LineRow['claims'][number], 'componentId' | 'consumed'>[]
}

const consumedOf = ({ claims }: Shipped, componentId: string | null): bigint =>
  claims
    .filter((claim) => claim.componentId === componentId)
    .reduce((sum, { consumed }) => sum + BigInt(consumed), 0n)

/** Returns how many quanta of a line were shipped; of a kit, how many can be made of the parts that were. */
export function shippedOf(line: Shipped): bigint {
  const { components, qtyScale } = line
  if (components.length === 0) return consumedOf(line, null)
  const kits = components.map(
    ({ id, perKit }) => (consumedOf(line, id) * 10n ** BigInt(qtyScale)) / BigInt(perKit),
  )
  return kits.reduce((least, each) => (each < least ? each : least))
}

/** Checks whether shipped components don't add up to whole kits, such as those from one of two warehouses. */
export function hasLooseParts(line: Shipped): boolean {
  const kits = shippedOf(line)
  return line.components.some(
    ({ id, perKit }) =>
      consumedOf(line, id) * 10n ** BigInt(line.qtyScale) !== kits * BigInt(perKit),
  )
}
