import { accounts } from '@stowage/contract/identity/accounts'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Link } from '../../parts/Link.tsx'
import { paths } from '../../app/paths.ts'
import { currentUser, operatorTokens, storeUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { AuthCard } from '../AuthCard.tsx'
import { forgetMailedToken, mailedToken } from '../mailed-token.ts'

function ownSession(): Record<string, string> {
  const { accessToken } = operatorTokens()
  return accessToken ? { authorization: `Bearer ${accessToken}` } : {}
}

/** Opening the link consumes nothing: mail scanners open links too. Only the button does. */
export default function VerifyEmailPage() {
  const [token] = useState(() => mailedToken(paths.verifyEmail))
  // A session of the account tells that nobody else registered it.
  const verify = useAction(accounts.verifyEmail, { headers: ownSession })

  const confirm = (secret: string) =>
    verify.mutate(
      { body: { token: secret } },
      {
        onSuccess: ({ user }) => {
          forgetMailedToken(paths.verifyEmail)
          if (user && currentUser()?.id === user.id) storeUser(user)
          location.assign(paths.verifiedLogin)
        },
        onError: (error) => {
          // Nothing was decided: the button may be pressed again.
          if (error.status === 0 || error.status === 429 || error.status === 503) return
          forgetMailedToken(paths.verifyEmail)
          const flag = error.status === 400 ? 'invalid-token' : 'verification-error'
          location.assign(paths.failedVerification(flag))
        },
      },
    )

  return (
    <AuthCard title="Verify your email address">
      {token === undefined ? (
        <>
          <ErrorBox error="This link is incomplete. Open the link of the email once more." />
          <Link href={paths.login} className="link justify-self-start">
            Back to Login
          </Link>
        </>
      ) : (
        <>
          <p className="text-muted">Press the button to confirm that this address is yours.</p>
          {verify.error && <ErrorBox error={verify.error} />}
          <Button
            look="primary"
            busy={(verify.isPending || verify.isSuccess) && 'Verifying…'}
            onClick={() => confirm(token)}
          >
            Verify email
          </Button>
        </>
      )}
    </AuthCard>
  )
}
