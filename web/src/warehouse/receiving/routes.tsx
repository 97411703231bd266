import { receiving } from '@stowage/contract/warehouse/receiving'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../../workspace/list-search.ts'

const receipts = createRoute({
  getParentRoute: () => workspace,
  path: 'receiving',
  validateSearch: searchOf(
    receiving.receipts.query.omit(notOwn).extend({ ...paged, ...sortOf(receiving.receipts) }),
  ),
  component: lazyRouteComponent(() => import('./ReceiptsPage.tsx')),
})
const receive = createRoute({
  getParentRoute: () => workspace,
  path: 'receiving/new',
  // The item to begin with.
  validateSearch: searchOf(z.object({ item: z.string().optional() })),
  component: lazyRouteComponent(() => import('./ReceivePage.tsx')),
})
const receipt = createRoute({
  getParentRoute: () => workspace,
  path: 'receiving/$receiptId',
  component: lazyRouteComponent(() => import('./ReceiptPage.tsx')),
})

export const routes = [receipts, receive, receipt] as const
