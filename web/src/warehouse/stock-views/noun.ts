import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  /** The stock of one warehouse as a grid; `show` all includes what is not in stock. */
  grid: (search: { q?: string; category?: string; show?: 'all' } = {}) => at('stock/grid', search),
})

export const topics: Topics = {
  'stock/grid': {
    title: 'Stock grid',
    about: 'Available stock of one warehouse as a grid of items and locations.',
    tasks: [
      'To change a quantity, type over it. Type 0 if none is left.',
      'Use Ctrl D to fill down, Ctrl Z to undo, and copy or paste to a spreadsheet.',
      'To post, select Review changes. All changes become one adjustment with one reason.',
      'Use Adjust stock for items tracked by lot or serial number.',
      'To leave the grid with the keyboard, press Escape, then Tab.',
    ],
  },
}

export const grid = {
  pages: ['stock/grid'],
  routes: () => import('./routes.tsx'),
  paths,
  commands: [{ name: 'Stock grid', page: 'stock/grid', keys: 'g e', needs: 'stock.read' }],
} satisfies Noun
