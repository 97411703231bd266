import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { Root } from '../Root.tsx'

type Context = {
  queries: QueryClient
  /** To be called after routes have joined the tree. */
  treeChanged: () => void
}

export const root = createRootRouteWithContext<Context>()({ component: Root })
