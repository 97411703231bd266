type Props = {
  words: readonly string[]
  /** Words in the list that have no effect. */
  inert: readonly string[]
}

/** The words of a list of permissions, those that do nothing set apart and named once. */
export function PermissionChips({ words, inert }: Props) {
  if (words.length === 0) return null
  return (
    <span className="grid gap-1">
      <span className="flex flex-wrap gap-1">
        {words.map((word) => (
          <span
            key={word}
            className={`badge rounded-full border px-2 py-0.5 text-xs wrap-anywhere ${
              inert.includes(word)
                ? 'border-edge border-dashed text-muted'
                : 'border-transparent bg-accent-soft text-accent-ink'
            }`}
          >
            {word}
          </span>
        ))}
      </span>
      {inert.length > 0 && (
        <span>
          {inert.length === words.length
            ? 'Without effect: no part of the workspace knows these words.'
            : `Without effect: ${inert.join(', ')}.`}
        </span>
      )}
    </span>
  )
}
