import { accounts } from '@stowage/contract/identity/accounts'
import { useAction } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'

/** Asks for the verification mail once more and says what the server answered, in place. */
export function ResendEmail({ email }: { email: string }) {
  const resend = useAction(accounts.resendVerification)
  return (
    <div className="grid justify-items-start">
      <Button
        look="quiet"
        className="min-h-8! px-2! -mx-2!"
        busy={resend.isPending && 'Sending…'}
        onClick={() => resend.mutate({ body: { email } })}
      >
        Resend email
      </Button>
      <p role="status" className="text-xs text-muted">
        {resend.data?.message}
      </p>
      {resend.error && <ErrorBox error={resend.error} />}
    </div>
  )
}
