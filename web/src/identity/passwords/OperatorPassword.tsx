import { passwords } from '@stowage/contract/identity/passwords'
import { useAction } from '../../app/api.ts'
import { useUser } from '../../app/session.ts'
import { ChangePassword } from './ChangePassword.tsx'

export function OperatorPassword() {
  const email = useUser()?.email ?? ''
  const change = useAction(passwords.change)
  return <ChangePassword email={email} change={change} callOf={(body) => ({ body })} />
}
