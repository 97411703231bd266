import { lots } from '@stowage/contract/warehouse/lots'
import { listSearch } from '../../workspace/list-search.ts'
import { page, searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage('stock/lots', listSearch(lots.list), () => import('./LotsPage.tsx'), {
    empty: 'without',
  }),
  page('stock/lots/$lotId', () => import('./LotPage.tsx')),
] as const
