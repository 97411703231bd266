import { formatQuantity } from '../../app/format.ts'

/** '1,012 → 9': what the ledger says before and after. */
export function Effect({ before, after, unit }: { before: string; after: string; unit: string }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatQuantity(before)}
      <span aria-hidden>{' → '}</span>
      <span className="sr-only"> becomes </span>
      <strong>{formatQuantity(after)}</strong>
      <span className="text-muted">{` ${unit}`}</span>
    </span>
  )
}
