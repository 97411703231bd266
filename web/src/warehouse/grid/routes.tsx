import { stock } from '@stowage/contract/warehouse/stock'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { paged } from '../../workspace/list-search.ts'

const grid = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/grid',
  validateSearch: searchOf(
    stock.grid.query
      .omit({ warehouse: true, limit: true })
      .extend({ from: paged.from, acrossFrom: paged.from }),
  ),
  search: { middlewares: [stripSearchParams({ show: 'stocked' })] },
  component: lazyRouteComponent(() => import('./GridPage.tsx')),
})

export const routes = [grid] as const
