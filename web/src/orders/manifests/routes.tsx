import { manifests } from '@stowage/contract/orders/manifests'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const handOver = createRoute({
  getParentRoute: () => workspace,
  path: 'shipping/hand-over',
  component: lazyRouteComponent(() => import('./HandOverPage.tsx')),
})
const list = createRoute({
  getParentRoute: () => workspace,
  path: 'shipping/manifests',
  validateSearch: searchOf(
    manifests.list.query.omit(notOwn).extend({ ...paged, ...sortOf(manifests.list) }),
  ),
  component: lazyRouteComponent(() => import('./ManifestsPage.tsx')),
})
const one = createRoute({
  getParentRoute: () => workspace,
  path: 'shipping/manifests/$manifestId',
  component: lazyRouteComponent(() => import('./ManifestPage.tsx')),
})

export const routes = [handOver, list, one] as const
