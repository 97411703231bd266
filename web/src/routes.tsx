import { audit } from '@stowage/contract/platforms/audit'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  stripSearchParams,
} from '@tanstack/react-router'
import { z } from 'zod'
import { queryClient } from './api.ts'
import { keepMailedToken } from './identity/mailed-token.ts'
import { followPreferences, isOver, me } from './me.ts'
import { NotFound } from './NotFound.tsx'
import { paths } from './paths.ts'
import { logsOf } from './platforms/audit/logs.ts'
import { platformFilter } from './platforms/directory/filter.ts'
import { openPlatform, refuseReserved } from './platforms/tenant-sessions/open-platform.ts'
import { rememberPage } from './remembered.ts'
import { Failed, Pending, Root } from './Root.tsx'
import { parseSearch, searchOf, stringifySearch } from './search.ts'
import { currentTenantUser, currentUser, storedOperator, tenantSlug } from './session.ts'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Root })

/* Signing in and out */

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  validateSearch: searchOf(
    z.object({
      verified: z.literal('true').optional(),
      error: z.enum(['invalid-token', 'verification-error']).optional(),
    }),
  ),
  beforeLoad: ({ search }) => {
    if (search.verified && currentUser()) throw redirect({ href: paths.dashboard, replace: true })
  },
  component: lazyRouteComponent(() => import('./identity/sessions/LoginPage.tsx')),
})
const disconnected = createRoute({
  getParentRoute: () => root,
  path: 'disconnected',
  validateSearch: searchOf(z.object({ reason: z.string().optional() })),
  component: lazyRouteComponent(() => import('./identity/sessions/DisconnectedPage.tsx')),
})
const register = createRoute({
  getParentRoute: () => root,
  path: 'register',
  component: lazyRouteComponent(() => import('./identity/accounts/RegisterPage.tsx')),
})
const mailed = searchOf(z.object({ token: z.string().optional() }))
/** A mailed secret leaves the address bar before anything else reads the address. */
const hideToken = (href: string) => {
  return ({ search }: { search: { token?: string | undefined } }) => {
    if (search.token === undefined) return
    keepMailedToken(href, search.token)
    throw redirect({ href, replace: true })
  }
}
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: 'verify-email',
  validateSearch: mailed,
  beforeLoad: hideToken(paths.verifyEmail),
  component: lazyRouteComponent(() => import('./identity/accounts/VerifyEmailPage.tsx')),
})
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: 'forgot-password',
  component: lazyRouteComponent(() => import('./identity/passwords/ForgotPasswordPage.tsx')),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: 'reset-password',
  validateSearch: mailed,
  beforeLoad: hideToken(paths.resetPassword),
  pendingComponent: Pending,
  component: lazyRouteComponent(() => import('./identity/passwords/ResetPasswordPage.tsx')),
})

/* The dashboard */

const dashboard = createRoute({
  getParentRoute: () => root,
  path: 'dashboard',
  beforeLoad: () => {
    if (currentUser()) return
    rememberPage('')
    throw redirect({ href: paths.disconnected('session-expired'), replace: true })
  },
  loader: async ({ context }) => {
    try {
      await Promise.all([context.queries.ensureQueryData(me), followPreferences(context.queries)])
    } catch (error) {
      // The refusal is already leading away; nothing may be drawn until it has.
      if (isOver(error)) await new Promise(() => {})
      rememberPage(storedOperator()?.id ?? '', 'unreachable')
      throw redirect({ href: paths.login, replace: true })
    }
  },
  pendingComponent: Pending,
  component: lazyRouteComponent(() => import('./operator/Shell.tsx'), 'Shell'),
})
const dashboardHome = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  component: lazyRouteComponent(() => import('./operator/DashboardPage.tsx')),
})
const platforms = createRoute({
  getParentRoute: () => dashboard,
  path: 'platforms',
  validateSearch: searchOf(platformFilter),
  search: { middlewares: [stripSearchParams({ q: '', sort: 'newest' })] },
  component: lazyRouteComponent(() => import('./platforms/directory/PlatformsPage.tsx')),
})
const newPlatform = createRoute({
  getParentRoute: () => platforms,
  path: 'new',
  component: lazyRouteComponent(() => import('./platforms/directory/CreatePlatformDialog.tsx')),
})
const platform = createRoute({
  getParentRoute: () => platforms,
  path: '$id',
  component: lazyRouteComponent(() => import('./platforms/directory/ManagePlatformDialog.tsx')),
})
const users = createRoute({
  getParentRoute: () => dashboard,
  path: 'users',
  component: lazyRouteComponent(() => import('./operator/UsersPage.tsx')),
})
const analytics = createRoute({
  getParentRoute: () => dashboard,
  path: 'analytics',
  validateSearch: searchOf(audit.list.query),
  search: { middlewares: [stripSearchParams({ limit: 50, offset: 0 })] },
  loaderDeps: ({ search }) => search,
  // Begun here, together with the page itself; the page shows its own waiting and failing.
  loader: ({ context, deps }) => void context.queries.prefetchQuery(logsOf(deps)),
  component: lazyRouteComponent(() => import('./platforms/audit/AnalyticsPage.tsx')),
})
const notifications = createRoute({
  getParentRoute: () => dashboard,
  path: 'notifications',
  component: lazyRouteComponent(() => import('./operator/NotificationsPage.tsx')),
})
const billing = createRoute({
  getParentRoute: () => dashboard,
  path: 'billing',
  component: lazyRouteComponent(() => import('./operator/BillingPage.tsx')),
})
const tabs = ['profile', 'security', 'notifications', 'preferences', 'appearance'] as const
const settings = createRoute({
  getParentRoute: () => dashboard,
  path: 'settings',
  validateSearch: searchOf(z.object({ tab: z.enum(tabs).default('profile') })),
  search: { middlewares: [stripSearchParams({ tab: 'profile' })] },
  component: lazyRouteComponent(() => import('./operator/SettingsPage.tsx')),
})
const dashboardElse = createRoute({
  getParentRoute: () => dashboard,
  path: '$',
  component: NotFound,
})

/* Workspaces: everything whose first segment is no address of our own */

const tenant = createRoute({
  getParentRoute: () => root,
  path: '$platform',
  beforeLoad: ({ params }) => refuseReserved(params.platform),
})
const tenantLogin = createRoute({
  getParentRoute: () => tenant,
  path: '/',
  loader: ({ context, params }) => openPlatform(context.queries, params.platform),
  pendingComponent: Pending,
  component: lazyRouteComponent(() => import('./platforms/tenant-sessions/TenantLoginPage.tsx')),
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
  component: lazyRouteComponent(() => import('./workspace/WorkspaceShell.tsx'), 'WorkspaceShell'),
})
const workspaceHome = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: lazyRouteComponent(() => import('./workspace/WorkspaceHomePage.tsx')),
})
const workspaceSettings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings',
  component: lazyRouteComponent(() => import('./workspace/WorkspaceSettingsPage.tsx')),
})
const workspaceTeam = createRoute({
  getParentRoute: () => workspace,
  path: 'team',
  component: lazyRouteComponent(() => import('./workspace/WorkspaceTeamPage.tsx')),
})
const workspaceNotifications = createRoute({
  getParentRoute: () => workspace,
  path: 'notifications',
  component: lazyRouteComponent(() => import('./workspace/WorkspaceNotificationsPage.tsx')),
})
const workspaceElse = createRoute({
  getParentRoute: () => workspace,
  path: '$',
  component: function Unknown() {
    const { platform: slug } = workspaceElse.useParams()
    return <NotFound home={paths.workspace(slug)} wayOut="Go to the workspace" />
  },
})

/** Every component in every state, for looking at; a production build answers as for any other. */
const gallery = createRoute({
  getParentRoute: () => root,
  path: '__gallery',
  beforeLoad: () => {
    if (import.meta.env.PROD) throw notFound()
  },
  ...(!import.meta.env.PROD && {
    component: lazyRouteComponent(() => import('./parts/GalleryPage.tsx')),
  }),
})

const routeTree = root.addChildren([
  gallery,
  login,
  disconnected,
  register,
  verifyEmail,
  forgotPassword,
  resetPassword,
  dashboard.addChildren([
    dashboardHome,
    platforms.addChildren([newPlatform, platform]),
    users,
    analytics,
    notifications,
    billing,
    settings,
    dashboardElse,
  ]),
  tenant.addChildren([
    tenantLogin,
    tenantSettings,
    workspace.addChildren([
      workspaceHome,
      workspaceTeam,
      workspaceNotifications,
      workspaceSettings,
      workspaceElse,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  search: { strict: true },
  scrollRestoration: true,
  context: { queries: queryClient },
  defaultPendingMs: 200,
  defaultPendingMinMs: 400,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: () => <NotFound />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** What the page before has to say on the next one. */
    said?: string
  }
}
