import { z } from 'zod'
import { searchPage } from '../../workspace/routes.tsx'

const move = z.object({
  sku: z.string().max(64).optional(),
  bucket: z.string().max(19).optional(),
  /** Ids of several stock lines. */
  buckets: z.string().max(2_000).optional(),
  change: z.enum(['status']).optional(),
})

export const routes = [searchPage('stock/move', move, () => import('./MovePage.tsx'))] as const
