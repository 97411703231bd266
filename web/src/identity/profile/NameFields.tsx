import type { ComponentProps } from 'react'
import { TextField } from '../../ui/TextField.tsx'

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>

/** First and last name of an operator or a member. */
export function NameFields({ firstName, lastName }: Record<'firstName' | 'lastName', FieldProps>) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="First name" autoComplete="given-name" {...firstName} />
      <TextField label="Last name" autoComplete="family-name" {...lastName} />
    </div>
  )
}
