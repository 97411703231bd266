import type { Topics } from '../../help/topics.ts'

export const topics: Topics = {
  'stock/lots': {
    title: 'Lots',
    about: 'Lots with their expiry dates and states.',
    tasks: [
      'To correct dates or the supplier lot, open a lot.',
      'To stop a lot from being used, put it on hold or recall it. The orders that have stock of it are listed.',
      'To print labels, select lots, then select Print labels.',
    ],
  },
}
