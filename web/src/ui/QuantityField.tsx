import type { ComponentProps } from 'react'
import { ambiguityOf, readChange, readQuantity } from '../app/quantity.ts'
import { formatQuantity } from '../app/format.ts'
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
  const meanings = ambiguityOf(value)
  return (
    <TextField
      {...field}
      inputMode={signed ? 'text' : 'decimal'}
      autoComplete="off"
      spellCheck={false}
      className="tabular-nums"
      value={value}
      hint={
        meanings ? (
          <Meanings of={meanings} onChoose={onChange} />
        ) : read === undefined ? (
          hint
        ) : (
          <span className="tabular-nums">
            {[formatQuantity(read), unit].filter(Boolean).join(' ')}
          </span>
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

/** Asks which number was meant where what was typed can mean two. */
function Meanings({
  of,
  onChoose,
}: {
  of: readonly [string, string]
  onChoose: (typed: string) => void
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      Which number do you mean?
      {of.map((typed) => (
        <button key={typed} type="button" className="link" onClick={() => onChoose(typed)}>
          {formatQuantity(typed)}
        </button>
      ))}
    </span>
  )
}
