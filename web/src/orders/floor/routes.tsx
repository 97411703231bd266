import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'

const tasks = createRoute({
  getParentRoute: () => workspace,
  path: 'floor',
  component: lazyRouteComponent(() => import('./FloorPage.tsx')),
})
const pick = createRoute({
  getParentRoute: () => workspace,
  path: 'floor/pick',
  validateSearch: searchOf(
    z.object({ fulfillment: z.uuid().optional(), batch: z.uuid().optional() }),
  ),
  component: lazyRouteComponent(() => import('./PickPage.tsx')),
})

export const routes = [tasks, pick] as const
