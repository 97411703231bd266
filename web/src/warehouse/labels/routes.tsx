import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'

const labels = createRoute({
  getParentRoute: () => workspace,
  path: 'labels',
  validateSearch: searchOf(
    z.object({
      template: z
        .enum(['product', 'location', 'lot', 'order', 'fulfillment', 'package', 'return'])
        .default('product'),
      ids: z.string().max(40_000).optional(),
      counts: z.string().max(10_000).optional(),
      counted: z.enum(['received', 'there']).optional(),
    }),
  ),
  component: lazyRouteComponent(() => import('./LabelsPage.tsx')),
})

export const routes = [labels] as const
