import { getRouteApi } from '@tanstack/react-router'
import { leftWorkspace } from '../../app/leaving.ts'
import { Link } from '../../parts/Link.tsx'
import { paths } from '../../app/paths.ts'
import type { EndReason } from '../../app/session.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { AuthCard } from '../AuthCard.tsx'

const reasons: Record<EndReason, string> = {
  'session-expired': 'Your session reached its time limit.',
  unauthorized: 'The server no longer accepts this session.',
  logout: 'You signed out.',
  'tenant-logout': 'You signed out of the workspace.',
}

const route = getRouteApi('/disconnected')

export default function DisconnectedPage() {
  const { reason = '' } = route.useSearch()
  const slug = leftWorkspace()
  return (
    <AuthCard title="Session ended">
      <div className="grid gap-1">
        <p>you have been disconected for secutity reasons</p>
        {Object.hasOwn(reasons, reason) && (
          <p className="text-muted">{reasons[reason as EndReason]}</p>
        )}
      </div>
      <div className="grid gap-2">
        <Link href={paths.login} className={buttonClass('primary')}>
          Sign in again
        </Link>
        {slug && (
          <Link href={paths.tenantLogin(slug)} className={buttonClass()}>
            {`Sign in to ${slug.toUpperCase()}`}
          </Link>
        )}
      </div>
    </AuthCard>
  )
}
