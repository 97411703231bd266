import type { Topics } from '../../help/topics.ts'

export const topics: Topics = {
  'picking/waves': {
    title: 'Waves',
    about: 'Orders that are released for picking together.',
    tasks: [
      'To plan a wave, select Create wave, choose which orders it takes and check the preview.',
      'To release it, open the wave and select Release wave.',
      'To pick it, open the wave and select Create batches.',
      'To take it back before anything is picked, select Cancel wave.',
    ],
  },
}
