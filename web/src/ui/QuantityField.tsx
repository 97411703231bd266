import type { ComponentProps } from 'react'
import { readChange, readQuantity } from '../quantity.ts'
import { TextField } from './TextField.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  /** As typed; `readQuantity` or `readChange` make the number of it. */
  value: string
  onChange: (typed: string) => void
  /** The unit it is counted in, said behind the number. */
  unit?: string
  /** May be less than nothing. */
  signed?: boolean
}

/**
 * A quantity: `1,5` and `1.5` mean the same, and how it was understood stands below. Never a number field,
 * which changes under the wheel and cannot hold a comma.
 */
export function QuantityField({ value, onChange, unit, signed = false, hint, ...field }: Props) {
  const read = signed ? readChange(value) : readQuantity(value)
  return (
    <TextField
      {...field}
      inputMode={signed ? 'text' : 'decimal'}
      autoComplete="off"
      spellCheck={false}
      className="tabular-nums"
      value={value}
      hint={
        read === undefined ? (
          hint
        ) : (
          <span className="tabular-nums">{unit === undefined ? read : `${read} ${unit}`}</span>
        )
      }
      onFocus={(event) => {
        event.currentTarget.select()
        field.onFocus?.(event)
      }}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
