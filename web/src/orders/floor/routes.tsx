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

const pack = createRoute({
  getParentRoute: () => workspace,
  path: 'floor/pack',
  validateSearch: searchOf(z.object({ fulfillment: z.uuid().optional() })),
  component: lazyRouteComponent(() => import('./FloorPackPage.tsx')),
})
const load = createRoute({
  getParentRoute: () => workspace,
  path: 'floor/load',
  validateSearch: searchOf(
    z.object({
      manifest: z.uuid().optional(),
      of: z.uuid().optional(),
      carrier: z.string().max(60).optional(),
    }),
  ),
  component: lazyRouteComponent(() => import('./FloorLoadPage.tsx')),
})
const takeBack = createRoute({
  getParentRoute: () => workspace,
  path: 'floor/return',
  validateSearch: searchOf(z.object({ return: z.uuid().optional() })),
  component: lazyRouteComponent(() => import('./FloorReturnPage.tsx')),
})

export const routes = [tasks, pick, pack, load, takeBack] as const
