import { catalog } from '@stowage/contract/warehouse/catalog'
import { places } from '@stowage/contract/warehouse/places'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { searchOf } from '../search.ts'
import { workspace } from './tenant.tsx'

/*
 * The pages of the warehouse, loaded with the first look into a workspace (see workspace.tsx). A list
 * is searched by the query of its route; `from` is the place of its first row, so that the pager can
 * say it after a reload.
 */
const from = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
  .optional()

const catalogList = createRoute({
  getParentRoute: () => workspace,
  path: 'catalog',
  validateSearch: searchOf(catalog.variants.query.extend({ from })),
  search: { middlewares: [stripSearchParams({ q: '', limit: 50 })] },
  component: lazyRouteComponent(() => import('../warehouse/catalog/CatalogPage.tsx')),
})
const newProduct = createRoute({
  getParentRoute: () => catalogList,
  path: 'new',
  component: lazyRouteComponent(() => import('../warehouse/catalog/NewProductPanel.tsx')),
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
  validateSearch: searchOf(places.locations.query.omit({ warehouse: true }).extend({ from })),
  search: { middlewares: [stripSearchParams({ q: '', limit: 50 })] },
  component: lazyRouteComponent(() => import('../warehouse/places/PlacesPage.tsx')),
})

export const warehouseRoutes = [catalogList.addChildren([newProduct]), product, locations] as const
export type WarehouseRoutes = typeof warehouseRoutes
