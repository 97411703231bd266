import { places } from '@stowage/contract/warehouse/places'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const locations = createRoute({
  getParentRoute: () => workspace,
  path: 'places',
  validateSearch: searchOf(
    places.locations.query
      .omit({ ...notOwn, ids: true })
      .extend({ ...paged, ...sortOf(places.locations) }),
  ),
  component: lazyRouteComponent(() => import('./LocationsPage.tsx')),
})

export const routes = [locations] as const
