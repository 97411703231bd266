import { Undo2 } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  returns: (search: { view?: string; customer?: string } = {}) => at('returns', search),
  return: (id: string) => at(`returns/${encodeURIComponent(id)}`),
  /** `order` is the order it returns items of. */
  newReturn: (search: { order?: string } = {}) => at('returns/new', search),
})

export const topics: Topics = {
  returns: {
    title: 'Returns',
    about: 'What customers send back, from the announcement to the decision about each item.',
    tasks: [
      'To announce a return, select Create return, or open an order and select Create return.',
      'To receive a return, scan the number on its label, or select it.',
      'To see what waits, select the view Expected, To inspect or To decide.',
    ],
  },
  'returns/new': {
    title: 'Create return',
    about: 'A return of shipped items, or of items whose order is unknown.',
    tasks: [
      'To return items of an order, enter or scan its number, then enter a quantity for each item.',
      'To return items without an order, add them by SKU or barcode.',
      'To let the customer send it now, select Authorize now.',
    ],
  },
  'returns/$returnId': {
    title: 'Return',
    about: 'What is expected, what was received, and what becomes of it.',
    tasks: [
      'To receive, scan each item, or enter the quantities. The stock goes to quarantine.',
      'To inspect, choose condition and disposition of each item. Scan an item, then a location to restock it there.',
      'To add photos of an item, select Add photo. They can be removed until the return is closed.',
      'To decide later, choose Decide later. The return stays in the view To decide.',
      'To ask for the refund, select Request refund. Stowage sends an event; it pays nothing.',
    ],
  },
}

export const returns = {
  pages: ['returns', 'returns/new', 'returns/$returnId'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Orders',
      name: 'Returns',
      page: 'returns',
      icon: Undo2,
      keys: 'g r',
      needs: 'return.read',
    },
  ],
} satisfies Noun
