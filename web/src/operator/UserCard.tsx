import { StateBadge } from '../parts/StateBadge.tsx'
import { useUser } from '../app/session.ts'
import { Avatar } from './Avatar.tsx'
import { ResendEmail } from './ResendEmail.tsx'

/** Who is signed in, and whether the address was confirmed. */
export function UserCard({ narrow }: { narrow: boolean }) {
  const user = useUser()
  if (!user) return null
  const { firstName, lastName, email, emailVerified } = user
  const words = narrow ? 'sr-only' : 'grid min-w-0 gap-1'
  return (
    <div className={`flex gap-3 ${narrow ? 'justify-center' : 'rounded-card bg-bg p-3'}`}>
      <Avatar user={user} />
      <div className={words}>
        <p className="truncate text-sm font-semibold">{`${firstName} ${lastName}`}</p>
        <p className="truncate text-xs text-muted" title={email}>
          {email}
        </p>
        <p>
          <StateBadge state={emailVerified ? 'ok' : 'warn'}>
            {emailVerified ? 'Verified' : 'Unverified'}
          </StateBadge>
        </p>
        {!emailVerified && !narrow && <ResendEmail email={email} />}
      </div>
    </div>
  )
}
