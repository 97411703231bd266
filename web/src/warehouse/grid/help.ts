import type { Topics } from '../../help/topics.ts'

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
