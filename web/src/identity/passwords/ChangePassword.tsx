import { passwordChange } from '@stowage/contract/identity/passwords'
import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { bind, FormPanel, useFormOf } from '../../parts/FormPanel.tsx'
import type { ApiError } from '../../app/transport.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Strength } from './Strength.tsx'

const schema = passwordChange
  .extend({
    currentPassword: z.string().min(1, 'Current password is required'),
    confirmPassword: z.string(),
  })
  .refine((form) => form.confirmPassword === form.newPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  })
const empty = { currentPassword: '', newPassword: '', confirmPassword: '' }

type Props<Call> = {
  /** Whose password it is. */
  email: string
  change: UseMutationResult<{ message: string }, ApiError, Call>
  callOf: (body: z.output<typeof passwordChange>) => Call
  /** Somebody came here to change it. */
  focused?: boolean
}

/** Asks for the current password; a wrong one is a mistake in a field and ends nothing. */
export function ChangePassword<Call>({ email, change, callOf, focused = false }: Props<Call>) {
  const form = useFormOf(schema, empty)
  const password = useWatch({ control: form.control, name: 'newPassword' })
  useEffect(() => {
    if (focused) form.setFocus('currentPassword')
  }, [focused, form])
  const isWrong = change.error?.code === 'invalid_password'

  // A mismatch already shown goes away with the change that mends it.
  const recheck = () => {
    if (form.getFieldState('confirmPassword').isTouched) void form.trigger('confirmPassword')
  }

  return (
    <section aria-labelledby="change-password" className="grid gap-5">
      <h2 id="change-password">Change Password</h2>
      <p className="text-sm text-muted">
        A new password ends all your other sessions. This one goes on.
      </p>
      <FormPanel
        form={form}
        submit="Update Password"
        submitting="Updating…"
        saving={change.isPending}
        error={isWrong ? null : change.error}
        fallback="Password change failed"
        onSubmit={({ currentPassword, newPassword }) =>
          change.mutate(callOf({ currentPassword, newPassword }), {
            onSuccess: () => form.reset(empty),
            onError: ({ code, message }) => {
              if (code !== 'invalid_password') return
              form.setError('currentPassword', { message }, { shouldFocus: true })
            },
          })
        }
      >
        {/* Tells password managers whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...bind(form, 'currentPassword')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={
            <Strength password={password} known={[email]}>
              Use 6 characters or more. A short sentence is stronger than a word.
            </Strength>
          }
          {...bind(form, 'newPassword', { onChange: recheck })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...bind(form, 'confirmPassword')}
        />
        {change.isSuccess && !form.formState.isDirty && (
          <Notice kind="ok" live>
            {change.data.message}
          </Notice>
        )}
      </FormPanel>
    </section>
  )
}
