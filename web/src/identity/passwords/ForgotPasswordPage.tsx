import { passwords } from '@stowage/contract/identity/passwords'
import { useAction } from '../../app/api.ts'
import { Link } from '../../parts/Link.tsx'
import { paths } from '../../app/paths.ts'
import { AuthCard } from '../AuthCard.tsx'
import { ForgotForm } from './ForgotForm.tsx'

export default function ForgotPasswordPage() {
  const send = useAction(passwords.forgot)
  return (
    <AuthCard
      title="Forgot your password?"
      foot={
        <Link href={paths.login} className="link">
          Back to Login
        </Link>
      }
    >
      <ForgotForm send={send} callOf={(body) => ({ body })} />
    </AuthCard>
  )
}
