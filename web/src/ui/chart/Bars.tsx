type Bar = {
  label: string
  /** Which of two: what came, in the accent, or what went. */
  way: 'in' | 'out'
  value: number
  /** The value as people read it. */
  text: string
}

/** Amounts side by side, from zero; `summary` is the whole picture in one sentence. */
export function Bars({ bars, summary }: { bars: readonly Bar[]; summary: string }) {
  // Of nothing but zeros each is the shortest.
  const most = Math.max(...bars.map(({ value }) => value)) || 1
  return (
    <div role="img" aria-label={summary} className="grid gap-2">
      {bars.map(({ label, way, value, text }) => (
        <div
          key={`${label} ${way}`}
          className="grid grid-cols-[minmax(6rem,9rem)_1fr_auto] items-center gap-3 text-sm"
        >
          <span className="wrap-anywhere">{label}</span>
          <svg className="h-4 w-full" aria-hidden>
            <rect
              width={`${Math.max(0.5, (value / most) * 100)}%`}
              height="100%"
              rx="2"
              className={way === 'in' ? 'fill-accent' : 'fill-muted'}
            />
          </svg>
          <span className="min-w-16 text-end tabular-nums">{text}</span>
        </div>
      ))}
    </div>
  )
}
