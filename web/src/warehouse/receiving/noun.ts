import { PackagePlus } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  receiving: at('receiving'),
  newReceipt: at('receiving/new'),
  newReceiptOf: (sku: string) => at('receiving/new', { item: sku }),
  receipt: (id: string) => at(`receiving/${encodeURIComponent(id)}`),
})

export const topics: Topics = {
  receiving: {
    title: 'Receipts',
    about: 'Deliveries received into stock.',
    tasks: [
      'Each scan adds one unit. A pack barcode adds the whole pack.',
      'To set damaged items apart, select Mark one as damaged.',
      'Stock changes when you complete the receipt. Lines are saved on this device until then.',
      'To correct an open receipt, select Edit. To correct a completed one, select Correct receipt.',
    ],
  },
}

export const receiving = {
  pages: ['receiving', 'receiving/new', 'receiving/$receiptId'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Inbound',
      name: 'Receiving',
      page: 'receiving',
      icon: PackagePlus,
      keys: 'g b',
      needs: 'stock.read',
    },
  ],
} satisfies Noun
