import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'

/** Attributes that connect a control with the label, hint and error of its field. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldTexts = {
  label: string
  /** Below the control, always visible. */
  hint?: ReactNode
  error?: string | undefined
  /** The label is heard and not seen: what is beside it says the same. */
  bare?: boolean | undefined
  /** A link at the end of the label's line. */
  aside?: ReactNode
}

/** Label above, control, hint and error below. */
export function Field({
  label,
  hint,
  error,
  aside,
  bare = false,
  children,
}: FieldTexts & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1.5">
      <div className={bare ? 'sr-only' : 'flex items-baseline justify-between gap-4'}>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-sm text-bad-ink">
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <div id={hintId} className="text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  )
}
