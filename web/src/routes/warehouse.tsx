import { catalog } from '@stowage/contract/warehouse/catalog'
import { places } from '@stowage/contract/warehouse/places'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { searchOf } from '../search.ts'
import { workspace } from './tenant.tsx'

/*
 * The pages of a workspace beyond its home, loaded with the first look into a workspace (see workspace.tsx). A list
 * is searched by the query of its route with `paged` in it, see `useList`.
 */
const paged = {
  /** The place of the first row, so that the pager can say it after a reload. */
  from: z
    .string()
    .regex(/^[1-9]\d{0,6}$/)
    .transform(Number)
    .optional(),
  limit: z.enum(['25', '50', '100']).transform(Number).optional(),
}

const catalogList = createRoute({
  getParentRoute: () => workspace,
  path: 'catalog',
  validateSearch: searchOf(catalog.variants.query.extend(paged)),
  component: lazyRouteComponent(() => import('../warehouse/catalog/CatalogPage.tsx')),
})
const newProduct = createRoute({
  getParentRoute: () => catalogList,
  // No SKU can be meant: `new` might be one.
  path: '+new',
  component: lazyRouteComponent(() => import('../warehouse/catalog/NewProductDialog.tsx')),
})
const product = createRoute({
  getParentRoute: () => workspace,
  path: 'catalog/$sku',
  validateSearch: searchOf(
    z.object({ tab: z.enum(['stock', 'movements', 'details']).default('stock') }),
  ),
  search: { middlewares: [stripSearchParams({ tab: 'stock' })] },
  component: lazyRouteComponent(() => import('../warehouse/catalog/ProductPage.tsx')),
})
const locations = createRoute({
  getParentRoute: () => workspace,
  path: 'places',
  validateSearch: searchOf(places.locations.query.omit({ warehouse: true }).extend(paged)),
  component: lazyRouteComponent(() => import('../warehouse/places/PlacesPage.tsx')),
})

const workspaceSettings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings',
  component: lazyRouteComponent(() => import('../workspace/WorkspaceSettingsPage.tsx')),
})
const workspaceTeam = createRoute({
  getParentRoute: () => workspace,
  path: 'team',
  component: lazyRouteComponent(() => import('../workspace/WorkspaceTeamPage.tsx')),
})
const workspaceNotifications = createRoute({
  getParentRoute: () => workspace,
  path: 'notifications',
  component: lazyRouteComponent(() => import('../workspace/WorkspaceNotificationsPage.tsx')),
})

export const warehouseRoutes = [
  workspaceSettings,
  workspaceTeam,
  workspaceNotifications,
  catalogList.addChildren([newProduct]),
  product,
  locations,
] as const
export type WarehouseRoutes = typeof warehouseRoutes
