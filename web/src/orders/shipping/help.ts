import type { Topics } from '../../help/topics.ts'

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
