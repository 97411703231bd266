import { passwords } from '@stowage/contract/identity/passwords'
import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { FormPanel, bind, useFormOf } from '../../parts/FormPanel.tsx'
import type { ApiError } from '../../app/transport.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'

const success = 'Password reset instructions have been sent to your email address.'
const { body } = passwords.forgot

type Props<Call> = {
  send: UseMutationResult<unknown, ApiError, Call>
  callOf: (body: z.output<typeof passwords.forgot.body>) => Call
}

/** Asks for the mail that resets a password. What is said is the same for every address. */
export function ForgotForm<Call>({ send, callOf }: Props<Call>) {
  const form = useFormOf(body, { email: '' })
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (send.isSuccess) box.current?.focus()
  }, [send.isSuccess])
  if (send.isSuccess)
    return (
      <Notice ref={box} kind="ok" live>
        {success}
      </Notice>
    )
  return (
    <FormPanel
      form={form}
      submit="Send instructions"
      submitting="Sending…"
      wide
      saving={send.isPending}
      error={send.error}
      fallback="Failed to send reset email"
      onSubmit={(typed) => send.mutate(callOf(typed))}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        spellCheck={false}
        autoFocus
        hint="We send you a link that sets a new password."
        {...bind(form, 'email')}
      />
    </FormPanel>
  )
}
