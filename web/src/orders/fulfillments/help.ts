import type { Topic, Topics } from '../../help/topics.ts'

const fulfillments: Topic = {
  title: 'Fulfillments',
  about: 'What is picked for an order in one warehouse, with the location of each pick.',
  tasks: [
    'To create fulfillments, release an order. It gets one for each warehouse that ships a part of it.',
    'To see why a location was chosen, open a fulfillment.',
    'To take a release back, open the order and select Unrelease.',
  ],
}

export const topics: Topics = {
  fulfillments,
  'fulfillments/$fulfillmentId': fulfillments,
}
