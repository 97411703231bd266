import { z } from 'zod'
import { searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage(
    'labels',
    z.object({
      template: z
        .enum(['product', 'location', 'lot', 'order', 'fulfillment', 'package', 'return'])
        .default('product'),
      ids: z.string().max(40_000).optional(),
      counts: z.string().max(10_000).optional(),
      counted: z.enum(['received', 'there']).optional(),
    }),
    () => import('./LabelsPage.tsx'),
  ),
] as const
