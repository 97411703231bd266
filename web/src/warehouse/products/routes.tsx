import { variants } from '@stowage/contract/warehouse/product-variants'
import { stockViews } from '@stowage/contract/warehouse/stock-views'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { listSearch } from '../../workspace/list-search.ts'
import { searchPage } from '../../workspace/routes.tsx'

const products = searchPage(
  'catalog',
  listSearch(variants.list),
  () => import('./ProductsPage.tsx'),
)
const newProduct = createRoute({
  getParentRoute: () => products,
  // Not 'new', which can be a SKU.
  path: '+new',
  component: lazyRouteComponent(() => import('./NewProductDialog.tsx')),
})
const product = z.object({
  tab: z.enum(['stock', 'orders', 'movements', 'details']).default('stock'),
  /** The day to promise a quantity for. */
  on: stockViews.availability.query.shape.on,
})

export const routes = [
  products.addChildren([newProduct]),
  searchPage('catalog/$sku', product, () => import('./ProductPage.tsx'), { tab: 'stock' }),
] as const
