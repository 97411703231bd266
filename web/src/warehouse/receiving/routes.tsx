import { receiving } from '@stowage/contract/warehouse/receiving'
import { z } from 'zod'
import { listSearch } from '../../workspace/list-search.ts'
import { page, searchPage } from '../../workspace/routes.tsx'

export const routes = [
  searchPage('receiving', listSearch(receiving.receipts), () => import('./ReceiptsPage.tsx')),
  // The item to begin with.
  searchPage(
    'receiving/new',
    z.object({ item: z.string().optional() }),
    () => import('./ReceivePage.tsx'),
  ),
  page('receiving/$receiptId', () => import('./ReceiptPage.tsx')),
] as const
