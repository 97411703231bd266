import { variants } from '@stowage/contract/warehouse/variants'
import { stock } from '@stowage/contract/warehouse/stock'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { paged, sortOf } from '../../workspace/list-search.ts'

const products = createRoute({
  getParentRoute: () => workspace,
  path: 'catalog',
  validateSearch: searchOf(
    variants.list.query
      .omit({ format: true, ids: true })
      .extend({ ...paged, ...sortOf(variants.list) }),
  ),
  component: lazyRouteComponent(() => import('./ProductsPage.tsx')),
})
const newProduct = createRoute({
  getParentRoute: () => products,
  // Not 'new', which can be a SKU.
  path: '+new',
  component: lazyRouteComponent(() => import('./NewProductDialog.tsx')),
})
const product = createRoute({
  getParentRoute: () => workspace,
  path: 'catalog/$sku',
  validateSearch: searchOf(
    z.object({
      tab: z.enum(['stock', 'orders', 'movements', 'details']).default('stock'),
      /** The day to promise a quantity for. */
      on: stock.availability.query.shape.on,
    }),
  ),
  search: { middlewares: [stripSearchParams({ tab: 'stock' })] },
  component: lazyRouteComponent(() => import('./ProductPage.tsx')),
})

export const routes = [products.addChildren([newProduct]), product] as const
