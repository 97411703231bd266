import { ChangePassword } from '../identity/passwords/ChangePassword.tsx'
import { SessionList } from '../identity/sessions/SessionList.tsx'

export function SecurityPanel() {
  return (
    <>
      <ChangePassword />
      <hr className="border-line" />
      <SessionList />
    </>
  )
}
