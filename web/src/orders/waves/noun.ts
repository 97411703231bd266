import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  waves: (search: { view?: string } = {}) => at('picking/waves', search),
  wave: (waveId: string) => at(`picking/waves/${encodeURIComponent(waveId)}`),
})

export const topics: Topics = {
  'picking/waves': {
    title: 'Waves',
    about: 'Orders that are released for picking together.',
    tasks: [
      'To plan a wave, select Create wave, choose which orders it takes and check the preview.',
      'To plan one with orders you choose, select them in Orders and select Add to wave.',
      'To release it, open the wave and select Release wave.',
      'To pick it, select Create batches. To take it back before that, select Cancel wave.',
    ],
  },
}

export const waves = {
  pages: ['picking/waves', 'picking/waves/$waveId'],
  routes: () => import('./routes.tsx'),
  paths,
  commands: [{ name: 'Waves', page: 'picking/waves', needs: 'wave.read' }],
} satisfies Noun
