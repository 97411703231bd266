import { PasskeyPanel } from '../identity/passkeys/PasskeyPanel.tsx'
import { OperatorPassword } from '../identity/passwords/OperatorPassword.tsx'
import { OperatorSessions } from '../identity/sessions/OperatorSessions.tsx'
import { TwoFactorPanel } from '../identity/two-factor/TwoFactorPanel.tsx'

export function SecurityPanel() {
  return (
    <>
      <OperatorPassword />
      <hr className="border-line" />
      <TwoFactorPanel />
      <hr className="border-line" />
      <PasskeyPanel />
      <hr className="border-line" />
      <OperatorSessions />
    </>
  )
}
