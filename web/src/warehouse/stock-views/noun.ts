import { ArrowLeftRight, Boxes } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

type LedgerSearch = {
  variant?: string
  location?: string
  lot?: string
  move?: string
  /** A member or an API key. */
  actor?: string
  kind?: string
  direction?: 'in' | 'out'
  effectiveFrom?: string
  effectiveTo?: string
  /** Recorded before this moment. */
  until?: string
}

export const paths = (at: At) => ({
  stock: (search: { variant?: string; location?: string; use?: 'put_away' | 'put_back' } = {}) =>
    at('stock', search),
  levels: (search: { state?: 'unavailable' } = {}) => at('stock/levels', search),
  asOf: at('stock/as-of'),
  ledger: (search: LedgerSearch = {}) => at('stock/ledger', search),
  /** The stock of one warehouse as a grid; `show` all includes what is not in stock. */
  grid: (search: { q?: string; category?: string; show?: 'all' } = {}) => at('stock/grid', search),
})

export const topics: Topics = {
  stock: {
    title: 'Stock',
    about: 'On-hand quantity by location, lot and status. By item adds quantities up per SKU.',
    tasks: [
      'Select rows to move stock, change its status or print labels.',
      'Press T to move the focused row, or A to adjust it.',
      'To see the history of a location, select its code.',
    ],
  },
  'stock/as-of': {
    title: 'Stock as of a date',
    about: 'Stock by location at any past time.',
    tasks: [
      'Including later corrections counts entries recorded later for that time. As recorded then leaves them out.',
      'To add quantities up, choose Group by.',
    ],
  },
  'stock/ledger': {
    title: 'Stock history',
    about:
      'Every change of stock with its reason, time and member. Entries can’t be changed or deleted.',
    tasks: [
      'To see all details of an entry, select More.',
      'To reverse a movement, select Undo and check the effect first.',
      'To correct a receipt or reverse an adjustment, open that document.',
    ],
  },
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

export const stockViews = {
  pages: ['stock', 'stock/levels', 'stock/as-of', 'stock/ledger', 'stock/grid'],
  routes: () => import('./routes.tsx'),
  paths,
  rail: [
    {
      group: 'Inventory',
      name: 'Stock',
      page: 'stock',
      icon: Boxes,
      keys: 'g i',
      needs: 'stock.read',
    },
    {
      group: 'Inventory',
      name: 'Stock history',
      page: 'stock/ledger',
      icon: ArrowLeftRight,
      keys: 'g m',
      needs: 'stock.history.read',
    },
  ],
  commands: [{ name: 'Stock grid', page: 'stock/grid', keys: 'g e', needs: 'stock.read' }],
} satisfies Noun
