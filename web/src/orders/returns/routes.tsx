import { returns, returnViews } from '@stowage/contract/orders/returns'
import { z } from 'zod'
import { listSearch } from '../../workspace/list-search.ts'
import { page, searchPage } from '../../workspace/routes.tsx'

const list = listSearch(returns.list)
  .omit({ order: true, variant: true })
  .extend({ view: z.enum([...returnViews, 'all']).default('all') })

export const routes = [
  searchPage('returns', list, () => import('./ReturnsPage.tsx'), { view: 'all' }),
  searchPage(
    'returns/new',
    z.object({ order: z.uuid().optional() }),
    () => import('./NewReturnPage.tsx'),
  ),
  page('returns/$returnId', () => import('./ReturnPage.tsx')),
] as const
