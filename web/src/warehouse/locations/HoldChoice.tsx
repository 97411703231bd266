import { Checkbox } from '../../ui/Checkbox.tsx'
import { useId } from 'react'
import { holdHint } from './form-words.ts'

type Props = { hold: boolean; why: string | undefined; onChange: (hold: boolean) => void }

/** Whether what lies in a location that is blocked goes off sale with it. */
export function HoldChoice({ hold, why, onChange }: Props) {
  const hint = useId()
  return (
    <div className="grid text-sm">
      <Checkbox
        checked={hold}
        disabled={why !== undefined}
        aria-describedby={hint}
        onChange={({ target }) => onChange(target.checked)}
      >
        Put its stock on hold
      </Checkbox>
      <p id={hint} className="text-muted">
        {why ?? holdHint}
      </p>
    </div>
  )
}
