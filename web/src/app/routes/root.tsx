import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { Root } from '../Root.tsx'

type Context = {
  queries: QueryClient
  /** To be called after routes have joined the tree. */
  treeChanged: () => void
  /** The id of the route that answers for a path. */
  routeOf: (pathname: string) => string | undefined
}

export const root = createRootRouteWithContext<Context>()({ component: Root })
