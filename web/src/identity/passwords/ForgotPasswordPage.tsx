import { passwords } from '@stowage/contract/identity/passwords'
import { useEffect, useRef } from 'react'
import { useAction } from '../../api.ts'
import { FormPanel, bind, useFormOf } from '../../parts/FormPanel.tsx'
import { Link } from '../../parts/Link.tsx'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AuthCard } from '../AuthCard.tsx'

const success = 'Password reset instructions have been sent to your email address.'
const { forgot } = passwords

export default function ForgotPasswordPage() {
  const form = useFormOf(forgot.body, { email: '' })
  const send = useAction(forgot)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (send.isSuccess) box.current?.focus()
  }, [send.isSuccess])

  return (
    <AuthCard
      title="Forgot your password?"
      foot={
        <Link href={paths.login} className="link">
          Back to Login
        </Link>
      }
    >
      {send.isSuccess ? (
        <Notice ref={box} kind="ok" live>
          {success}
        </Notice>
      ) : (
        <FormPanel
          form={form}
          submit="Send instructions"
          submitting="Sending…"
          wide
          saving={send.isPending}
          error={send.error}
          fallback="Failed to send reset email"
          onSubmit={(body) => send.mutate({ body })}
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
      )}
    </AuthCard>
  )
}
