import { useState, type ComponentProps } from 'react'
import { TextField } from './TextField.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  /** As '2026-01-31', or '' for none. */
  value: string
  /** Told of whole days only: while a year is typed, '0202-01-31' is none yet. */
  onDay: (day: string) => void
}

const isWhole = (day: string, isRequired: boolean) =>
  day === '' ? !isRequired : day >= '1900-01-01'

/**
 * A day, typed or chosen. What is typed stands in the field until it is left: were it drawn from
 * `value`, which comes round by the address, the browser would forget which digit it was at.
 */
export function DayField({ value, onDay, required = false, ...field }: Props) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      {...field}
      type="date"
      required={required}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        if (isWhole(target.value, required)) onDay(target.value)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
