import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { Root } from '../Root.tsx'

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Root })
