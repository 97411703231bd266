import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

type MoveSearch = {
  sku?: string
  /** One stock line, or several. */
  bucket?: string
  buckets?: readonly string[]
  /** Asks for another status instead of another location. */
  change?: 'status'
}

export const paths = (at: At) => ({
  move: (search: MoveSearch = {}) => at('stock/move', search),
})

export const topics: Topics = {
  'stock/move': {
    title: 'Move stock',
    about: 'Moves stock to another location, or changes its status.',
    tasks: [
      'Scan or enter an item, choose its location, then enter the quantity and the new location.',
      'All lines are posted together, or none.',
      'To change only the status, leave the new location empty.',
      'To undo a move, select Undo within ten seconds. Later, reverse it in Stock history.',
    ],
  },
}

export const stock = {
  pages: ['stock/move'],
  routes: () => import('./routes.tsx'),
  paths,
  under: 'stock',
} satisfies Noun
