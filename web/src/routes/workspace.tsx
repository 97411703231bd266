import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { keepMailedToken } from '../identity/mailed-token.ts'
import { NotFound } from '../NotFound.tsx'
import { paths } from '../paths.ts'
import { EntrySkeleton } from '../platforms/tenant-sessions/EntrySkeleton.tsx'
import { openPlatform, refuseReserved } from '../platforms/tenant-sessions/open-platform.ts'
import { Pending } from '../Root.tsx'
import { searchOf } from '../search.ts'
import { currentTenantUser, tenantSlug } from '../session.ts'
import { root } from './root.tsx'

const tenant = createRoute({
  getParentRoute: () => root,
  path: '$platform',
  beforeLoad: ({ params }) => refuseReserved(params.platform),
})
const tenantLogin = createRoute({
  getParentRoute: () => tenant,
  path: '/',
  validateSearch: searchOf(
    z.object({ reset: z.string().optional(), invite: z.string().optional() }),
  ),
  // A mailed secret leaves the address bar before anything else reads the address.
  beforeLoad: ({ params: { platform: slug }, search: { reset, invite } }) => {
    if (reset === undefined && invite === undefined) return
    if (reset !== undefined) keepMailedToken(paths.tenantReset(slug), reset)
    if (invite !== undefined) keepMailedToken(paths.tenantInvite(slug), invite)
    throw redirect({ href: paths.tenantLogin(slug), replace: true })
  },
  loader: ({ context, params }) => openPlatform(context.queries, params.platform),
  pendingComponent: EntrySkeleton,
  component: lazyRouteComponent(() => import('../platforms/tenant-sessions/TenantLoginPage.tsx')),
})
const tenantSettings = createRoute({
  getParentRoute: () => tenant,
  path: 'settings',
  beforeLoad: ({ params }) => {
    throw redirect({ href: paths.workspaceSettings(params.platform), replace: true })
  },
})
const workspace = createRoute({
  getParentRoute: () => tenant,
  path: 'app',
  beforeLoad: ({ params: { platform: slug } }) => {
    if (currentTenantUser() && tenantSlug() === slug) return
    throw redirect({ href: paths.tenantLogin(slug), replace: true })
  },
  pendingComponent: Pending,
  component: lazyRouteComponent(() => import('../workspace/WorkspaceShell.tsx'), 'WorkspaceShell'),
})
const workspaceHome = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: lazyRouteComponent(() => import('../workspace/WorkspaceHomePage.tsx')),
})
const workspaceSettings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings',
  component: lazyRouteComponent(() => import('../workspace/WorkspaceSettingsPage.tsx')),
})
const workspaceTeam = createRoute({
  getParentRoute: () => workspace,
  path: 'team',
  component: lazyRouteComponent(() => import('../workspace/WorkspaceTeamPage.tsx')),
})
const workspaceNotifications = createRoute({
  getParentRoute: () => workspace,
  path: 'notifications',
  component: lazyRouteComponent(() => import('../workspace/WorkspaceNotificationsPage.tsx')),
})
const workspaceElse = createRoute({
  getParentRoute: () => workspace,
  path: '$',
  component: function Unknown() {
    const { platform: slug } = workspaceElse.useParams()
    return (
      <NotFound
        home={paths.workspace(slug)}
        wayOut="Go to the workspace"
        site={slug.toUpperCase()}
      />
    )
  },
})

/** Everything whose first segment is no address of our own. */
export const workspaceRoutes = tenant.addChildren([
  tenantLogin,
  tenantSettings,
  workspace.addChildren([
    workspaceHome,
    workspaceTeam,
    workspaceNotifications,
    workspaceSettings,
    workspaceElse,
  ]),
])
