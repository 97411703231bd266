import type { QueryClient } from '@tanstack/react-query'
import {
  createRoute,
  lazyRouteComponent,
  redirect,
  stripSearchParams,
} from '@tanstack/react-router'
import { z } from 'zod'
import { followPreferences, isOver, me } from '../me.ts'
import { NotFound } from '../../parts/NotFound.tsx'
import { paths } from '../paths.ts'
import { logSearch } from '../../platforms/audit/search.ts'
import { platformFilter } from '../../platforms/directory/filter.ts'
import { rememberPage } from '../remembered.ts'
import { Pending } from '../Root.tsx'
import { searchOf } from '../search.ts'
import { currentUser, storedOperator } from '../session.ts'
import { root } from './root.tsx'

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
  component: lazyRouteComponent(() => import('../../operator/Shell.tsx'), 'Shell'),
})
/** Begun together with the page, which shows its own waiting and failing. */
const loadPlatforms = ({ context: { queries } }: { context: { queries: QueryClient } }) =>
  void import('../../platforms/directory/mine.ts').then(({ myPlatforms }) =>
    queries.prefetchQuery(myPlatforms),
  )

const dashboardHome = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  loader: loadPlatforms,
  component: lazyRouteComponent(() => import('../../operator/DashboardPage.tsx')),
})
const platforms = createRoute({
  getParentRoute: () => dashboard,
  path: 'platforms',
  validateSearch: searchOf(platformFilter),
  search: { middlewares: [stripSearchParams({ q: '', sort: 'newest' })] },
  loader: loadPlatforms,
  component: lazyRouteComponent(() => import('../../platforms/directory/PlatformsPage.tsx')),
})
const newPlatform = createRoute({
  getParentRoute: () => platforms,
  path: 'new',
  component: lazyRouteComponent(() => import('../../platforms/directory/CreatePlatformDialog.tsx')),
})
const platform = createRoute({
  getParentRoute: () => platforms,
  path: '$id',
  component: lazyRouteComponent(() => import('../../platforms/directory/ManagePlatformDialog.tsx')),
})
const users = createRoute({
  getParentRoute: () => dashboard,
  path: 'users',
  component: lazyRouteComponent(() => import('../../operator/UsersPage.tsx')),
})
const analytics = createRoute({
  getParentRoute: () => dashboard,
  path: 'analytics',
  validateSearch: searchOf(logSearch),
  search: { middlewares: [stripSearchParams({ limit: 50, offset: 0 })] },
  loaderDeps: ({ search }) => search,
  // Begun here, together with the page itself; the page shows its own waiting and failing.
  loader: ({ context, deps }) =>
    void import('../../platforms/audit/logs.ts').then(({ logsOf }) =>
      context.queries.prefetchQuery(logsOf(deps)),
    ),
  component: lazyRouteComponent(() => import('../../platforms/audit/AnalyticsPage.tsx')),
})
const notifications = createRoute({
  getParentRoute: () => dashboard,
  path: 'notifications',
  component: lazyRouteComponent(() => import('../../operator/NotificationsPage.tsx')),
})
const billing = createRoute({
  getParentRoute: () => dashboard,
  path: 'billing',
  component: lazyRouteComponent(() => import('../../operator/BillingPage.tsx')),
})
const tabs = ['profile', 'security', 'notifications', 'preferences', 'appearance'] as const
const settings = createRoute({
  getParentRoute: () => dashboard,
  path: 'settings',
  validateSearch: searchOf(z.object({ tab: z.enum(tabs).default('profile') })),
  search: { middlewares: [stripSearchParams({ tab: 'profile' })] },
  component: lazyRouteComponent(() => import('../../operator/SettingsPage.tsx')),
})
const dashboardElse = createRoute({
  getParentRoute: () => dashboard,
  path: '$',
  component: NotFound,
})

export const dashboardRoutes = dashboard.addChildren([
  dashboardHome,
  platforms.addChildren([newPlatform, platform]),
  users,
  analytics,
  notifications,
  billing,
  settings,
  dashboardElse,
])
