import { secondStep, type SecondFactorDemand } from '@stowage/contract/identity/sessions'
import { useEffect, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import { ApiError } from '../../app/transport.ts'
import { Button } from '../../ui/Button.tsx'
import { codeOf, isCodeComplete } from './code.ts'
import { SecondFactorField } from './SecondFactorField.tsx'

const schema = secondStep.pick({ twoFactorToken: true })

type Props = {
  demand: SecondFactorDemand
  saving: boolean
  error: Error | null
  onCode: (code: string) => void
  /** Back to the password. */
  onRestart: () => void
  /** Other ways on. */
  children?: ReactNode
}

/** After the password: a code of the authenticator app, or a backup code. */
export function SecondStep({ demand, saving, error, onCode, onRestart, children }: Props) {
  const form = useFormOf(schema, { twoFactorToken: '' })
  const typed = useWatch({ control: form.control, name: 'twoFactorToken' })

  // The next thing to do after a wrong code is to type another over it.
  useEffect(() => {
    if (error instanceof ApiError && error.code === 'invalid_code')
      form.setFocus('twoFactorToken', { shouldSelect: true })
  }, [error, form])

  return (
    <>
      <FormPanel
        form={form}
        submit="Verify and Sign In"
        submitting="Verifying…"
        wide
        disabled={!isCodeComplete(typed)}
        saving={saving}
        error={error}
        fallback="Login failed"
        onSubmit={({ twoFactorToken }) => onCode(codeOf(twoFactorToken))}
      >
        <SecondFactorField
          methods={demand.methods}
          field={{ autoFocus: true, ...bind(form, 'twoFactorToken') }}
          focus={() => form.setFocus('twoFactorToken')}
        />
      </FormPanel>
      {children}
      <Button look="quiet" onClick={onRestart}>
        Start again
      </Button>
    </>
  )
}
