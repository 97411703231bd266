import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'

const scanner = createRoute({
  getParentRoute: () => workspace,
  path: 'scanner',
  validateSearch: searchOf(z.object({ code: z.string().max(500).optional() })),
  component: lazyRouteComponent(() => import('./ScannerPage.tsx')),
})

export const routes = [scanner] as const
