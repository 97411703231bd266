import { accounts } from '@stowage/contract/identity/accounts'
import { email } from '@stowage/contract/fields'
import type { UseFormReturn } from 'react-hook-form'
import { useAction } from '../../app/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Credentials = { email: string; password: string }

/** Sends the mail again to the address typed in the form below. */
export function ResendVerification<Out>({
  form,
}: {
  form: UseFormReturn<Credentials, unknown, Out>
}) {
  const resend = useAction(accounts.resendVerification)
  return (
    <div className="grid gap-3">
      <Button
        busy={resend.isPending && 'Sending…'}
        onClick={() => {
          const typed = email.safeParse(form.getValues('email'))
          if (typed.success) return resend.mutate({ body: { email: typed.data } })
          form.setError('email', { message: 'Enter your address first, then ask for the email.' })
          form.setFocus('email')
        }}
      >
        Resend verification email
      </Button>
      {resend.data && (
        <Notice kind="info" live>
          {resend.data.message}
        </Notice>
      )}
      {resend.error && <ErrorBox error={resend.error} />}
    </div>
  )
}
