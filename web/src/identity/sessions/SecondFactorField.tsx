import type { ProofMethod } from '@stowage/contract/proof'
import { useState, type ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'

type Props = {
  methods: readonly ProofMethod[]
  /** Result of `bind`, and the attributes of the input. */
  field: Omit<ComponentProps<typeof CodeField>, 'label' | 'hint' | 'letters'>
  /** Puts the cursor into the field. */
  focus: () => void
}

/** A code of the authenticator app, or a backup code, for which the keypad needs letters. */
export function SecondFactorField({ methods, field, focus }: Props) {
  const [letters, setLetters] = useState(false)
  return (
    <div className="grid gap-1.5">
      <CodeField
        label="Code"
        hint="Enter the 6-digit code or a backup code"
        letters={letters}
        {...field}
      />
      {methods.includes('backup_code') && (
        <Button
          look="quiet"
          className="-ms-4 justify-self-start"
          onClick={() => {
            setLetters(!letters)
            focus()
          }}
        >
          {letters ? 'Use the authenticator app' : 'Use a backup code'}
        </Button>
      )}
    </div>
  )
}
