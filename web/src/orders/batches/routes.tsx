import { batches } from '@stowage/contract/orders/batches'
import { listSearch } from '../../workspace/list-search.ts'
import { page, searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage('picking/batches', listSearch(batches.list), () => import('./BatchesPage.tsx'), {
    view: 'all',
  }),
  page('picking/batches/$batchId', () => import('./BatchPage.tsx')),
] as const
