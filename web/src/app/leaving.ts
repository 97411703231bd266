import { saveDrafts } from './drafts.ts'
import { isDashboard, needsSession, paths } from './paths.ts'
import { rememberPage } from './remembered.ts'
import {
  clearOperator,
  clearTenant,
  currentTenantUser,
  storedOperator,
  tenantSlug,
  type EndReason,
} from './session.ts'

const leftWorkspaceKey = 'stowage.workspace'

/** The slug of the workspace whose session ended last in this tab. */
export const leftWorkspace = () => sessionStorage.getItem(leftWorkspaceKey) ?? undefined

/** A full load, and Back does not lead to a page that would only send people here again. */
const goTo = (path: string) => location.replace(path)

/** Ends the operator's session in every tab; typed data and the page are kept for the next one. */
export function endOperatorSession(reason: EndReason) {
  const account = storedOperator()?.id ?? ''
  saveDrafts(account)
  rememberPage(account)
  sessionStorage.removeItem(leftWorkspaceKey)
  clearOperator(reason)
  const leaving =
    reason === 'unauthorized' ? needsSession(location.pathname) : isDashboard(location.pathname)
  if (leaving) goTo(paths.disconnected(reason))
}

/** The same for a member's session; `tenant-logout` says that another tab ended it. */
export function endTenantSession(reason: EndReason) {
  const slug = tenantSlug()
  if (slug) sessionStorage.setItem(leftWorkspaceKey, slug)
  saveDrafts(currentTenantUser()?.id ?? '')
  clearTenant(reason)
  if (needsSession(location.pathname)) goTo(paths.disconnected(reason))
}
