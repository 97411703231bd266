import { useState } from 'react'
import { TextField } from '../../ui/TextField.tsx'

type Props = {
  /** As the field holds it, in the browser's time; empty is now. */
  value: string
  onChange: (value: string) => void
  why: string | undefined
}

/** Field for the time it really happened; `why` says why it can’t be entered. */
export function EffectiveAt({ value, onChange, why }: Props) {
  const [isFuture, setIsFuture] = useState(false)
  return (
    <TextField
      label="Happened at"
      type="datetime-local"
      disabled={why !== undefined}
      hint={why ?? 'Leave empty for now. In this device’s time zone.'}
      error={isFuture ? 'Choose a time in the past.' : undefined}
      value={value}
      onChange={({ target }) => {
        setIsFuture(target.value !== '' && new Date(target.value).getTime() > Date.now())
        onChange(target.value)
      }}
    />
  )
}
