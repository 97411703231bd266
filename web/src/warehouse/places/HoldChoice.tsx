import { useId } from 'react'

type Props = { hold: boolean; why: string | undefined; onChange: (hold: boolean) => void }

/** Whether what lies in a location that is blocked goes off sale with it. */
export function HoldChoice({ hold, why, onChange }: Props) {
  const hint = useId()
  return (
    <div className="grid text-sm">
      <label className="flex min-h-10 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={hold}
          disabled={why !== undefined}
          aria-describedby={hint}
          onChange={({ target }) => onChange(target.checked)}
        />
        Put what lies there on hold
      </label>
      <p id={hint} className="text-muted">
        {why ??
          'It goes off sale until its status is changed back. What is promised to orders cannot.'}
      </p>
    </div>
  )
}
