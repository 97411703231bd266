import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'packing',
  validateSearch: searchOf(
    fulfillments.list.query.omit({ ...notOwn, state: true, order: true, variant: true }).extend({
      ...paged,
      ...sortOf(fulfillments.list),
      view: z.enum(['to_pack', 'packed']).default('to_pack'),
    }),
  ),
  search: { middlewares: [stripSearchParams({ view: 'to_pack' })] },
  component: lazyRouteComponent(() => import('./PackingPage.tsx')),
})
const pack = createRoute({
  getParentRoute: () => workspace,
  path: 'packing/$fulfillmentId',
  component: lazyRouteComponent(() => import('./PackPage.tsx')),
})

export const routes = [list, pack] as const
