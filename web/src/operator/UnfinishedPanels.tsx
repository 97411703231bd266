import { Link } from '../parts/Link.tsx'
import { paths } from '../paths.ts'
import { Notice } from '../ui/Notice.tsx'

/* Each says what holds today and offers no control that would not keep what is chosen. */

export function SecurityPanel() {
  return (
    <>
      <h2>Sign-in and protection</h2>
      <Notice kind="info">These settings cannot be changed here yet.</Notice>
      <p>
        To set another password, ask for a mail with a link.{' '}
        <Link href={paths.forgotPassword} className="link">
          Set a new password by email
        </Link>
      </p>
      <p className="text-muted">A new password ends all your sessions, this one included.</p>
    </>
  )
}

export function NotificationsPanel() {
  return (
    <>
      <h2>What we write to you about</h2>
      <Notice kind="info">These settings cannot be changed here yet.</Notice>
      <p>
        You get mail about the safety of your account: confirming your address, setting a new
        password, a sign-in from a new device. Nothing else is sent.
      </p>
    </>
  )
}

export function PreferencesPanel() {
  return (
    <>
      <h2>Language and time</h2>
      <Notice kind="info">These settings cannot be changed here yet.</Notice>
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">Language</dt>
          <dd>English</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Times in event lists</dt>
          <dd>UTC</dd>
        </div>
      </dl>
    </>
  )
}
