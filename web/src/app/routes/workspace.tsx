import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { forgetMailedToken, keepMailedToken } from '../../identity/mailed-token.ts'
import { NotFound } from '../../parts/NotFound.tsx'
import { isFloorPage } from '../workspace-page.ts'
import { paths } from '../paths.ts'
import { EntrySkeleton } from '../../platforms/tenant-sessions/EntrySkeleton.tsx'
import { openPlatform } from '../../platforms/tenant-sessions/open-platform.ts'
import { searchOf } from '../search.ts'
import type { Noun } from '../../workspace/noun.ts'
import type { nouns } from '../../workspace/nouns.ts'
import { tenant, workspace } from './tenant.tsx'

const tenantLogin = createRoute({
  getParentRoute: () => tenant,
  path: '/',
  validateSearch: searchOf(
    z.object({ reset: z.string().optional(), invite: z.string().optional() }),
  ),
  // A mailed secret leaves the address bar before anything else reads the address.
  beforeLoad: ({ params: { platform: slug }, search: { reset, invite } }) => {
    if (reset === undefined && invite === undefined) return
    // The link that was opened last is the one that is wanted.
    for (const [page, token] of [
      [paths.tenantReset(slug), reset],
      [paths.tenantInvite(slug), invite],
    ] as const)
      if (token === undefined) forgetMailedToken(page)
      else keepMailedToken(page, token)
    throw redirect({ href: paths.tenantLogin(slug), replace: true })
  },
  loader: ({ context, params }) => openPlatform(context.queries, params.platform),
  pendingComponent: EntrySkeleton,
  component: lazyRouteComponent(
    () => import('../../platforms/tenant-sessions/TenantLoginPage.tsx'),
  ),
})
const tenantSettings = createRoute({
  getParentRoute: () => tenant,
  path: 'settings',
  beforeLoad: ({ params }) => {
    throw redirect({ href: paths.workspaceSettings(params.platform), replace: true })
  },
})
const workspaceHome = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  component: lazyRouteComponent(() => import('../../workspace/home/WorkspaceHomePage.tsx')),
})
/** The nouns whose routes have joined the tree. */
const joined = new Map<Noun, readonly AnyRoute[]>()

const workspaceElse = createRoute({
  getParentRoute: () => workspace,
  path: '$',
  // Whatever the address asks for belongs to the page that is about to be found.
  validateSearch: (search: Record<string, unknown>) => search,
  /**
   * The routes of a noun join the tree when its first page is opened, so no other page loads them, and with them
   * those of which one of its pages with a parameter would keep the addresses. Then the same address is looked up
   * once more.
   */
  beforeLoad: async ({ context, location }) => {
    // A document of its own: `go` leads there.
    if (isFloorPage(location.pathname)) {
      window.location.replace(location.href)
      await new Promise(() => {})
    }
    const { nounAt, nounsWithin } = await import('../../workspace/nouns.ts')
    const noun = nounAt(location.pathname)
    if (noun && !joined.has(noun)) {
      await Promise.all([noun, ...nounsWithin(noun)].map(join))
      workspace.addChildren([...ownRoutes, ...[...joined.values()].flat()])
      context.treeChanged()
    }
    // What still leads here is nobody's address.
    if (context.routeOf(location.pathname) !== workspaceElse.id)
      throw redirect({ href: location.href, replace: true })
  },
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

async function join(noun: Noun) {
  const loaded = await noun.routes?.()
  if (loaded) joined.set(noun, loaded.routes)
}

const ownRoutes = [workspaceHome, workspaceElse] as const

type RoutesOf<N> = N extends {
  routes: () => Promise<{ routes: infer Routes extends readonly AnyRoute[] }>
}
  ? Routes
  : never
type NounRoutes = RoutesOf<(typeof nouns)[number]>[number][]

/** Everything whose first segment is no address of our own. */
export const workspaceRoutes = tenant.addChildren([
  tenantLogin,
  tenantSettings,
  // Typed as it will be; see workspaceElse.
  workspace.addChildren(ownRoutes as unknown as [...typeof ownRoutes, ...NounRoutes]),
])
