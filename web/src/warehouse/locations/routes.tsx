import { locations } from '@stowage/contract/warehouse/locations'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'locations',
  validateSearch: searchOf(
    locations.list.query
      .omit({ ...notOwn, ids: true })
      .extend({ ...paged, ...sortOf(locations.list) }),
  ),
  component: lazyRouteComponent(() => import('./LocationsPage.tsx')),
})

export const routes = [list] as const
