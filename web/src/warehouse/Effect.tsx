/** '12 → 9': what the books say before and after. */
export function Effect({ before, after, unit }: { before: string; after: string; unit: string }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {before}
      <span aria-hidden>{' → '}</span>
      <span className="sr-only"> becomes </span>
      <strong>{after}</strong>
      <span className="text-muted">{` ${unit}`}</span>
    </span>
  )
}
