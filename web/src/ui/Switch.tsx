import { useId, type ReactNode } from 'react'

type Props = {
  label: string
  /** Below the label, always visible. */
  hint: ReactNode
  on: boolean
  onChange: (on: boolean) => void
  /** At the end of the line: what became of the last change. */
  aside?: ReactNode
}

/** On or off, effective at once. The word stands beside it, for those who see no colours. */
export function Switch({ label, hint, on, onChange, aside }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-medium">
          <input
            type="checkbox"
            role="switch"
            checked={on}
            onChange={(event) => onChange(event.target.checked)}
            aria-describedby={id}
            className="switch"
          />
          {label}
          <span aria-hidden className="font-normal text-muted">
            {on ? 'On' : 'Off'}
          </span>
        </label>
        {aside}
      </div>
      <div id={id} className="text-sm text-muted">
        {hint}
      </div>
    </div>
  )
}
