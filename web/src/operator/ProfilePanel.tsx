import type { ReactNode } from 'react'
import { StateBadge } from '../parts/StateBadge.tsx'
import { useUser } from '../session.ts'
import { Notice } from '../ui/Notice.tsx'
import { ResendEmail } from './ResendEmail.tsx'

/** The account as it is. */
export function ProfilePanel() {
  const user = useUser()
  if (!user) return null
  return (
    <>
      <h2>Your account</h2>
      <Notice kind="info">Your profile cannot be changed here yet.</Notice>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact name="First name">{user.firstName}</Fact>
        <Fact name="Last name">{user.lastName}</Fact>
        <Fact name="Email">
          <span className="break-all">{user.email}</span>
        </Fact>
        <Fact name="Email address">
          <StateBadge state={user.emailVerified ? 'ok' : 'warn'}>
            {user.emailVerified ? 'Confirmed' : 'Not confirmed yet'}
          </StateBadge>
        </Fact>
      </dl>
      {!user.emailVerified && (
        <div className="grid gap-2">
          <p>We sent you an email with a link. Open it and press the button on the page.</p>
          <ResendEmail email={user.email} />
        </div>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
