import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { z } from 'zod'
import { listSearch } from '../../workspace/list-search.ts'
import { page, searchPage } from '../../workspace/routes.tsx'

const list = listSearch(fulfillments.list)
  .omit({ state: true, order: true, variant: true })
  .extend({ view: z.enum(['to_pack', 'packed']).default('to_pack') })

export const routes = [
  searchPage('packing', list, () => import('./PackingPage.tsx'), { view: 'to_pack' }),
  page('packing/$fulfillmentId', () => import('./PackPage.tsx')),
] as const
