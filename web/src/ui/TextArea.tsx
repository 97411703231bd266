import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './Field.tsx'

/** Several lines of text; grows by its corner. Takes what `bind` gives. */
export function TextArea({
  label,
  hint,
  error,
  aside,
  rows = 4,
  ...area
}: FieldTexts & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <textarea rows={rows} {...area} {...control} className="control resize-y" />}
    </Field>
  )
}
