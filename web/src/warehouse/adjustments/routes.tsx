import { adjustments } from '@stowage/contract/warehouse/adjustments'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const adjust = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/adjust',
  validateSearch: searchOf(
    z.object({ sku: z.string().max(64).optional(), bucket: z.string().max(19).optional() }),
  ),
  component: lazyRouteComponent(() => import('./AdjustPage.tsx')),
})
const adjustmentList = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/adjustments',
  validateSearch: searchOf(
    adjustments.list.query.omit(notOwn).extend({ ...paged, ...sortOf(adjustments.list) }),
  ),
  component: lazyRouteComponent(() => import('./AdjustmentsPage.tsx')),
})
const adjustment = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/adjustments/$adjustmentId',
  component: lazyRouteComponent(() => import('./AdjustmentPage.tsx')),
})

export const routes = [adjust, adjustmentList, adjustment] as const
