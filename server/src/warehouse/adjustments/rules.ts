import { fromQuanta } from '@stowage/contract/warehouse/quantities'

type EditedLine = {
  sku: string
  qtyScale: number
  place: { code: string }
  status: string
  mode: string
  quanta: string
  expected: string | null
}
type Edited = {
  reasonCode: string
  note: string
  effectiveAt: string | null
  lines: readonly EditedLine[]
}

/** What an edit has changed of a draft, for the audit log; a line in words. */
export function changedFields(
  before: Edited,
  after: Edited,
): Record<string, { from: unknown; to: unknown }> {
  const fieldsOf = ({ reasonCode, note, effectiveAt, lines }: Edited) => ({
    reasonCode,
    note,
    effectiveAt,
    lines: lines.map(wordsOf),
  })
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const names = Object.keys(from) as (keyof typeof from)[]
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
      .map((name) => [name, { from: from[name], to: to[name] }]),
  )
}

function wordsOf({ sku, qtyScale, place, status, mode, quanta, expected }: EditedLine): string {
  const qty = fromQuanta(quanta, qtyScale)
  const counted = expected === null ? '' : `, expected ${fromQuanta(expected, qtyScale)}`
  return `${sku} at ${place.code}, ${status}: ${mode} ${qty}${counted}`
}
