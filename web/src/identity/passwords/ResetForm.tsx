import { newPassword } from '@stowage/contract/fields'
import type { UseMutationResult } from '@tanstack/react-query'
import { Check, Circle } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { FormPanel, bind, useFormOf } from '../../parts/FormPanel.tsx'
import type { ApiError } from '../../app/transport.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { forgetMailedToken, mailedToken } from '../mailed-token.ts'
import { Strength } from './Strength.tsx'

export const resetDone = 'Password reset successfully! You can now sign in with your new password.'
const missing = 'Invalid or missing reset token. Please request a new password reset.'
const missingAtSubmit = new Error('Invalid or missing reset token')

const form = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  })

type Props<Call> = {
  /** Where the token of the mailed link is kept. */
  tokenPath: string
  reset: UseMutationResult<unknown, ApiError, Call>
  callOf: (body: { token: string; password: string }) => Call
}

/** Sets a new password with the token of a mailed link; what comes of it is the page's to say. */
export function ResetForm<Call>({ tokenPath, reset, callOf }: Props<Call>) {
  const [token] = useState(() => mailedToken(tokenPath))
  const fields = useFormOf(form, { password: '', confirmPassword: '' })
  const password = useWatch({ control: fields.control, name: 'password' })
  const [refused, setRefused] = useState<Error | null>(null)
  // A mismatch already shown goes away with the change that mends it.
  const recheck = () => {
    if (fields.getFieldState('confirmPassword').isTouched) void fields.trigger('confirmPassword')
  }
  return (
    <>
      {token === undefined && !refused && <ErrorBox error={missing} />}
      <FormPanel
        form={fields}
        submit="Reset password"
        submitting="Resetting…"
        wide
        saving={reset.isPending}
        error={refused ?? reset.error}
        fallback="Password reset failed"
        onSubmit={({ password }) => {
          if (token === undefined) return setRefused(missingAtSubmit)
          reset.mutate(callOf({ token, password }), {
            onSuccess: () => forgetMailedToken(tokenPath),
            onError: (error) => {
              if (error.code === 'invalid_token') forgetMailedToken(tokenPath)
            },
          })
        }}
      >
        <PasswordField
          label="New password"
          autoComplete="new-password"
          minLength={6}
          autoFocus
          hint={<Strength password={password}>We recommend 15 characters or more.</Strength>}
          {...bind(fields, 'password', { onChange: recheck })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          minLength={6}
          {...bind(fields, 'confirmPassword')}
        />
        <Checklist control={fields.control} />
      </FormPanel>
    </>
  )
}

function Checklist({
  control,
}: {
  control: ReturnType<typeof useFormOf<Typed, Typed>>['control']
}) {
  const [password, confirmPassword] = useWatch({ control, name: ['password', 'confirmPassword'] })
  const long = [...password].length >= 6
  return (
    <ul aria-live="polite" className="grid gap-1 text-sm">
      <Rule met={long} text="At least 6 characters" />
      <Rule met={password !== '' && password === confirmPassword} text="Passwords match" />
    </ul>
  )
}

type Typed = z.input<typeof form>

function Rule({ met, text }: { met: boolean; text: string }) {
  const Icon = met ? Check : Circle
  return (
    <li className={`flex items-center gap-2 ${met ? 'text-ok-ink' : 'text-muted'}`}>
      <Icon aria-hidden size={16} />
      <span>{text}</span>
      <span className="sr-only">{met ? 'Done' : 'Not yet'}</span>
    </li>
  )
}
