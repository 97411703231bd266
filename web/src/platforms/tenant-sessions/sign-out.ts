import { tenantSessions } from '@stowage/contract/platforms/tenant-sessions'
import { send } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { clearTenant, tenantTokens } from '../../app/session.ts'

/** A member's session as this browser holds it; undefined parts were never stored. */
type Held = { slug: string; refreshToken: string | null }

/** Tells the server that a session is over. Nobody waits for the answer, nor for a failure. */
export function endAtServer({ slug, refreshToken }: Held) {
  if (!refreshToken) return
  send(
    tenantSessions.logout,
    { params: { slug }, body: { refreshToken } },
    { keepalive: true },
  ).catch(() => {})
}

/** Signs the member out of this workspace, whatever the server says, and shows its sign-in page. */
export function signOut(slug: string) {
  const { refreshToken } = tenantTokens()
  clearTenant('tenant-logout')
  endAtServer({ slug, refreshToken })
  location.assign(paths.tenantLogin(slug))
}
