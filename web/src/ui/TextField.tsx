import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './Field.tsx'

/** One line of text. Takes what `bind` gives and every attribute of an input. */
export function TextField({
  label,
  hint,
  error,
  aside,
  bare,
  className = '',
  ...input
}: FieldTexts & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} bare={bare}>
      {(control) => (
        <input type="text" {...input} {...control} className={`control ${className}`} />
      )}
    </Field>
  )
}
