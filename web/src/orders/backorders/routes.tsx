import { backorders } from '@stowage/contract/orders/backorders'
import { listSearch } from '../../workspace/list-search.ts'
import { searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage(
    'orders/backorders',
    listSearch(backorders.list),
    () => import('./BackordersPage.tsx'),
    { elsewhere: 'any' },
  ),
] as const
