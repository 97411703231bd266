import { stock } from '@stowage/contract/warehouse/stock'
import { paged } from '../../workspace/list-search.ts'
import { searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage(
    'stock/grid',
    stock.grid.query
      .omit({ warehouse: true, limit: true })
      .extend({ from: paged.from, acrossFrom: paged.from }),
    () => import('./GridPage.tsx'),
    { show: 'stocked' },
  ),
] as const
