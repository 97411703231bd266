import { reports } from '@stowage/contract/warehouse/reports'
import { z } from 'zod'
import { paged } from '../../workspace/list-search.ts'
import { page, searchPage } from '../../workspace/routes.tsx'

const movementQuery = reports.movement.query.shape

export const routes = [
  page('reports', () => import('./ReportsPage.tsx')),
  searchPage(
    'reports/movement',
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
    () => import('./MovementPage.tsx'),
    { items: 'moved', known: 'now' },
  ),
] as const
