import { ShoppingCart } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

type Filter = {
  view?: string
  customer?: string
  channel?: string
  variant?: string
  q?: string
}

export const paths = (at: At) => ({
  orders: (search: Filter = {}) => at('orders', search),
  order: (id: string) => at(`orders/${encodeURIComponent(id)}`),
  /** `from` is the order it begins as a copy of. */
  newOrder: (search: { from?: string; customer?: string } = {}) => at('orders/new', search),
})

export const topics: Topics = {
  orders: {
    title: 'Orders',
    about: 'All orders, the newest first.',
    tasks: [
      'To see orders that wait for stock, select Backorder.',
      'To see orders past their ship-by date, select Late.',
      'To find an order, enter its number, the number of the shop or the customer.',
      'To confirm, release, hold, tag, cancel or print several orders, select them.',
    ],
  },
  'orders/new': {
    title: 'Create order',
    about: 'Enter an order by hand. Stock is reserved when you confirm it.',
    tasks: [
      'Scan or enter an item, or paste two columns (SKU and quantity) from a spreadsheet.',
      'Each line shows the available quantity per warehouse.',
      'To confirm the order, press Ctrl+Enter or select Confirm order. To continue later, save a draft.',
    ],
  },
  'orders/$orderId': {
    title: 'Order',
    about: 'One order with its lines and the stock reserved for them.',
    tasks: [
      'To choose the locations its stock is picked from, select Release order.',
      'To release, pick, pack and ship it in one step, without scanning, select Fulfill now.',
      'To stop an order from being shipped, put it on hold. It keeps its reserved stock.',
      'To cancel the order, select Cancel order. Its stock goes to waiting orders first.',
      'To ship what arrived later, select Release the rest. To end the order instead, select Close short.',
      'To cancel a line, open its menu. What is shipped of it stays, the rest is cancelled.',
      'To send a confirmation to the customer or hand a sheet to the warehouse, select Print.',
    ],
  },
}

export const orders = {
  pages: ['orders', 'orders/new', 'orders/$orderId'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Orders',
      name: 'Orders',
      page: 'orders',
      icon: ShoppingCart,
      keys: 'g o',
      needs: 'order.read',
    },
  ],
} satisfies Noun
