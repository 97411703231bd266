import { Checkbox } from '../../ui/Checkbox.tsx'
import { useId } from 'react'

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
        {why ??
          'Stock on hold isn’t available until its status changes. Reserved stock can’t be put on hold.'}
      </p>
    </div>
  )
}
