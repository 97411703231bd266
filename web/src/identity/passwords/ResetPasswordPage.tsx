import { passwords } from '@stowage/contract/identity/passwords'
import { useAction } from '../../app/api.ts'
import { Link } from '../../parts/Link.tsx'
import { paths } from '../../app/paths.ts'
import { AuthCard } from '../AuthCard.tsx'
import { SignInSoon } from '../SignInSoon.tsx'
import { ResetForm, resetDone } from './ResetForm.tsx'

export default function ResetPasswordPage() {
  const reset = useAction(passwords.reset)
  return (
    <AuthCard
      title="Set a new password"
      foot={
        <Link href={paths.forgotPassword} className="link">
          Request a new link
        </Link>
      }
    >
      {reset.isSuccess ? (
        <SignInSoon message={resetDone} />
      ) : (
        <ResetForm tokenPath={paths.resetPassword} reset={reset} callOf={(body) => ({ body })} />
      )}
    </AuthCard>
  )
}
