import { reports } from '@stowage/contract/warehouse/reports'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { paged } from '../../workspace/list-search.ts'

const reportList = createRoute({
  getParentRoute: () => workspace,
  path: 'reports',
  component: lazyRouteComponent(() => import('./ReportsPage.tsx')),
})
const movementQuery = reports.movement.query.shape
const movementReport = createRoute({
  getParentRoute: () => workspace,
  path: 'reports/movement',
  validateSearch: searchOf(
    z.object({
      ...paged,
      since: movementQuery.from.optional(),
      until: movementQuery.to.optional(),
      category: movementQuery.category,
      tag: movementQuery.tag,
      items: movementQuery.items,
      cursor: movementQuery.cursor,
      known: z.enum(['then', 'now']).default('now'),
    }),
  ),
  search: { middlewares: [stripSearchParams({ items: 'moved', known: 'now' })] },
  component: lazyRouteComponent(() => import('./MovementPage.tsx')),
})

export const routes = [reportList, movementReport] as const
