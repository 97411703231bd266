import { useId, useState, type ComponentProps } from 'react'
import { enterLeadsOn } from '../../parts/enter-leads-on.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../rights.ts'
import { bodyOf, initialOf, missingOf } from './fields.ts'
import { StepForm } from './StepForm.tsx'
import type { AnyField, StepRoute, Value, Values } from './steps.ts'

type Props = Omit<ComponentProps<typeof StepForm>, 'onSubmit' | 'why' | 'children'> & {
  slug: string
  /** Undefined for many. */
  of: unknown
  route: StepRoute
  fields: readonly AnyField<never>[]
  missing: ((values: Values, of: never) => string | undefined) | undefined
  /** Takes what was entered, as it is sent. */
  onSubmit: (body: object) => void
}

/** The dialog of a step that is declared with fields, which are those of the record. */
export function StepDialog({ fields, missing, onSubmit, ...props }: Props) {
  const { slug, of, route, ...form } = props
  const [values, setValues] = useState(() => initialOf(fields))
  const { why } = useCan()
  return (
    <StepForm
      {...form}
      why={missing?.(values, of as never) ?? missingOf(fields, values)}
      onSubmit={() => onSubmit(bodyOf(fields, values))}
    >
      {fields.map((field) => (
        <FieldOf
          key={field.name}
          slug={slug}
          of={of}
          field={field}
          value={values[field.name] ?? ''}
          whyNot={field.right && why(route, field.right)}
          onChange={(value) => setValues((now) => ({ ...now, [field.name]: value }))}
        />
      ))}
    </StepForm>
  )
}

type FieldProps = {
  slug: string
  of: unknown
  field: AnyField<never>
  value: Value
  whyNot: string | undefined
  onChange: (value: Value) => void
}

function FieldOf({ slug, of, field, value, whyNot, onChange }: FieldProps) {
  const isOff = whyNot !== undefined
  const hintId = useId()
  if (field.kind === 'part')
    return of === undefined ? null : field.draw({ slug, of: of as never, value, onChange })
  if (field.kind === 'check')
    return (
      <div className="grid text-sm">
        <Checkbox
          checked={value === true}
          disabled={isOff}
          aria-describedby={hintId}
          onChange={({ target }) => onChange(target.checked)}
        >
          {field.label}
        </Checkbox>
        <p id={hintId} className="text-muted">
          {whyNot ?? field.hint}
        </p>
      </div>
    )
  const bind = {
    label: field.label,
    value: String(value),
    disabled: isOff,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  if (field.kind === 'select') return <Select {...bind} hint={whyNot} options={field.options} />
  const { hint, max, required } = field
  const text = { ...bind, hint: whyNot ?? hint, maxLength: max }
  return field.kind === 'note' ? (
    <TextArea {...text} />
  ) : (
    <TextField
      {...text}
      autoComplete="off"
      // What has to be said for a step that can’t be undone: Enter leads to its button.
      {...(required !== undefined && { onKeyDown: enterLeadsOn })}
    />
  )
}
