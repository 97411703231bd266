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

/** A day, typed or chosen. What is half typed stands in the field until it is left. */
export function DayField({ value, onDay, required = false, ...field }: Props) {
  const [half, setHalf] = useState<string>()
  return (
    <TextField
      {...field}
      type="date"
      required={required}
      value={half ?? value}
      onChange={({ target }) => {
        const whole = isWhole(target.value, required)
        setHalf(whole ? undefined : target.value)
        if (whole) onDay(target.value)
      }}
      onBlur={() => setHalf(undefined)}
    />
  )
}
