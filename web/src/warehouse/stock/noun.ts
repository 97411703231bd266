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

type MoveSearch = {
  sku?: string
  /** One stock line, or several. */
  bucket?: string
  buckets?: readonly string[]
  /** Asks for another status instead of another location. */
  change?: 'status'
}

export const paths = (at: At) => ({
  stock: (search: { variant?: string; location?: string; use?: 'put_away' | 'put_back' } = {}) =>
    at('stock', search),
  levels: (search: { state?: 'unavailable' } = {}) => at('stock/levels', search),
  asOf: at('stock/as-of'),
  ledger: (search: LedgerSearch = {}) => at('stock/ledger', search),
  move: (search: MoveSearch = {}) => at('stock/move', search),
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
  pages: ['stock', 'stock/levels', 'stock/as-of', 'stock/ledger', 'stock/move'],
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
} satisfies Noun
