import { PackageCheck } from 'lucide-react'
import { waitingStates } from '@stowage/contract/orders/fulfillment-waiting'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => {
  const fulfillments = (search: { state?: string; order?: string } = {}) =>
    at('fulfillments', search)
  const waiting = (states: readonly string[]) => fulfillments({ state: states.join(',') })
  return {
    fulfillments,
    toPick: waiting(waitingStates.toPick),
    toPack: waiting(waitingStates.toPack),
    toShip: waiting(waitingStates.toShip),
    fulfillment: (id: string) => at(`fulfillments/${encodeURIComponent(id)}`),
  }
}

export const topics: Topics = {
  fulfillments: {
    title: 'Fulfillments',
    about: 'What is picked for an order in one warehouse, with the location of each pick.',
    tasks: [
      'To create fulfillments, release an order. It gets one for each warehouse that ships a part of it.',
      'To see why a location was chosen, open a fulfillment.',
      'To take a release back, open the order and select Unrelease.',
    ],
  },
}

export const fulfillments = {
  pages: ['fulfillments', 'fulfillments/$fulfillmentId'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Orders',
      name: 'Fulfillments',
      page: 'fulfillments',
      icon: PackageCheck,
      keys: 'g f',
      needs: 'order.read',
    },
  ],
} satisfies Noun
