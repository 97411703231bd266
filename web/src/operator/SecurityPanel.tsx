import { PasskeyPanel } from '../identity/passkeys/PasskeyPanel.tsx'
import { ChangePassword } from '../identity/passwords/ChangePassword.tsx'
import { SessionList } from '../identity/sessions/SessionList.tsx'
import { TwoFactorPanel } from '../identity/two-factor/TwoFactorPanel.tsx'

export function SecurityPanel() {
  return (
    <>
      <ChangePassword />
      <hr className="border-line" />
      <TwoFactorPanel />
      <hr className="border-line" />
      <PasskeyPanel />
      <hr className="border-line" />
      <SessionList />
    </>
  )
}
