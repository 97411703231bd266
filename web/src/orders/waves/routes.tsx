import { waves } from '@stowage/contract/orders/waves'
import { listSearch, paged } from '../../workspace/list-search.ts'
import { searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage('picking/waves', listSearch(waves.list), () => import('./WavesPage.tsx'), {
    view: 'all',
  }),
  searchPage(
    'picking/waves/$waveId',
    waves.orders.query.omit({ cursor: true, limit: true, count: true, sort: true }).extend(paged),
    () => import('./WavePage.tsx'),
  ),
] as const
