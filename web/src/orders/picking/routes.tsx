import { picking } from '@stowage/contract/orders/picking'
import { listSearch } from '../../workspace/list-search.ts'
import { searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage(
    'picking',
    listSearch(picking.list).omit({ q: true, batch: true }),
    () => import('./PickingPage.tsx'),
    { view: 'all' },
  ),
] as const
