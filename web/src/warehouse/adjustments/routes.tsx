import { adjustments } from '@stowage/contract/warehouse/adjustments'
import { z } from 'zod'
import { listSearch } from '../../workspace/list-search.ts'
import { page, searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage(
    'stock/adjust',
    z.object({ sku: z.string().max(64).optional(), bucket: z.string().max(19).optional() }),
    () => import('./AdjustPage.tsx'),
  ),
  searchPage(
    'stock/adjustments',
    listSearch(adjustments.list),
    () => import('./AdjustmentsPage.tsx'),
  ),
  page('stock/adjustments/$adjustmentId', () => import('./AdjustmentPage.tsx')),
] as const
