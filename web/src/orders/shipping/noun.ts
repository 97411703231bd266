import { Truck } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  shipping: (search: { state?: string; order?: string; q?: string } = {}) => at('shipping', search),
})

export const topics: Topics = {
  shipping: {
    title: 'Shipping',
    about: 'Shipments that left, and what became of them.',
    tasks: [
      'To ship a packed order, select Ship fulfillment.',
      'To add or correct tracking numbers, open a shipment and select Edit shipment.',
      'To take a shipment back, open it and select Void. Its stock is back in the stage location.',
      'To note a delivery or a problem, open the shipment and select Delivered or Exception.',
    ],
  },
}

export const shipping = {
  pages: ['shipping'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Orders',
      name: 'Shipping',
      page: 'shipping',
      icon: Truck,
      keys: 'g v',
      needs: 'order.read',
    },
  ],
} satisfies Noun
