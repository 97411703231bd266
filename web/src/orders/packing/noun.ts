import { Package } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  packing: (search: { view?: string } = {}) => at('packing', search),
  pack: (fulfillmentId: string) => at(`packing/${encodeURIComponent(fulfillmentId)}`),
})

export const topics: Topics = {
  packing: {
    title: 'Packing',
    about: 'Picked fulfillments that are to be packed, and packed ones that are ready to ship.',
    tasks: [
      'To pack an order, scan its order sheet, or select its fulfillment.',
      'To see what can be shipped, select the view Packed.',
    ],
  },
  'packing/$fulfillmentId': {
    title: 'Packing a fulfillment',
    about: 'What is left to pack, and what is in each package.',
    tasks: [
      'To pack an item, scan it. The first scan opens a package.',
      'To pack several at once, type the code and the quantity.',
      'To close a package, select Close package. When all is packed, the fulfillment is ready to ship.',
      'To print what is in a closed package, select Contents label.',
      'To report missing or damaged units, select Send back to pick. They are picked again or backordered.',
      'To ship closed packages before the rest, select Ship and clear the others.',
      'To change a closed package, select Reopen.',
    ],
  },
}

export const packing = {
  pages: ['packing', 'packing/$fulfillmentId'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Orders',
      name: 'Packing',
      page: 'packing',
      icon: Package,
      keys: 'g d',
      needs: 'order.read',
    },
  ],
} satisfies Noun
