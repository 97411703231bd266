import { fromQuanta } from '@stowage/contract/warehouse/quantities'

type Edited = {
  quanta: string
  qtyScale: number
  place: { code: string }
  status: string
  lot: { code: string } | null
  serials: readonly { code: string }[]
  unitCostMicros: string | null
}

/** What an edit has changed of a line, for the audit log. Costs are not for everybody who reads it. */
export function changedFields(
  before: Edited,
  after: Edited,
): Record<string, { from: string | null; to: string | null } | true> {
  const fieldsOf = ({ quanta, qtyScale, place, status, lot, serials }: Edited) => ({
    qty: fromQuanta(quanta, qtyScale),
    location: place.code,
    status,
    lot: lot?.code ?? null,
    serials: serials.map(({ code }) => code).join(', '),
  })
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const names = Object.keys(from) as (keyof typeof from)[]
  return {
    ...Object.fromEntries(
      names
        .filter((name) => from[name] !== to[name])
        .map((name) => [name, { from: from[name], to: to[name] }]),
    ),
    ...(before.unitCostMicros !== after.unitCostMicros && { unitCost: true as const }),
  }
}
