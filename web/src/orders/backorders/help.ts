import type { Topics } from '../../help/topics.ts'

export const topics: Topics = {
  'orders/backorders': {
    title: 'Backorders',
    about: 'Order lines waiting for stock, in the order they are served.',
    tasks: [
      'To serve a line earlier, raise its priority. 9 is served first.',
      'To see lines that another warehouse could serve, set the filter Elsewhere to Available.',
      'A receipt serves waiting lines of its warehouse first, then those an order may ship from it.',
    ],
  },
}
