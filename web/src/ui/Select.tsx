import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './Field.tsx'

type Option = { value: string; label: string }

/** The browser's own list: it works with every keyboard, reader and phone. */
export function Select({
  label,
  hint,
  error,
  aside,
  options,
  ...select
}: FieldTexts & ComponentProps<'select'> & { options: readonly Option[] }) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <select {...select} {...control} className="control">
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
