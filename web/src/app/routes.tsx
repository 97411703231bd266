import { createRoute, createRouter, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { queryClient } from './api.ts'
import { NotFound } from '../parts/NotFound.tsx'
import { Failed } from './Root.tsx'
import { dashboardRoutes } from './routes/dashboard.tsx'
import { identityRoutes } from './routes/identity.tsx'
import { root } from './routes/root.tsx'
import { workspaceRoutes } from './routes/workspace.tsx'
import { parseSearch, stringifySearch } from './search.ts'

/** Every component in every state, for looking at; a production build answers as for any other. */
const gallery = createRoute({
  getParentRoute: () => root,
  path: '__gallery',
  beforeLoad: () => {
    if (import.meta.env.PROD) throw notFound()
  },
  ...(!import.meta.env.PROD && {
    component: lazyRouteComponent(() => import('../parts/GalleryPage.tsx')),
  }),
})

const routeTree = root.addChildren([gallery, ...identityRoutes, dashboardRoutes, workspaceRoutes])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  search: { strict: true },
  scrollRestoration: true,
  context: { queries: queryClient, treeChanged, routeOf },
  defaultPendingMs: 200,
  defaultPendingMinMs: 400,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: () => (
    <main className="p-6">
      <NotFound />
    </main>
  ),
})

/** Routes have joined the tree: from now on addresses are looked up among them too. */
function treeChanged(): void {
  router.setRoutes(router.buildRouteTree())
}

function routeOf(pathname: string): string | undefined {
  return router.getMatchedRoutes(pathname)[0].at(-1)?.id
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** Message from the previous page, shown on the next one. */
    notice?: string
  }
}
