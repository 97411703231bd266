import type { At } from '../../workspace/noun.ts'

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

export const stockPaths = (at: At) => ({
  stock: (search: { variant?: string; location?: string; use?: 'put_away' | 'put_back' } = {}) =>
    at('stock', search),
  levels: (search: { state?: 'unavailable' } = {}) => at('stock/levels', search),
  asOf: at('stock/as-of'),
  ledger: (search: LedgerSearch = {}) => at('stock/ledger', search),
  move: (search: MoveSearch = {}) => at('stock/move', search),
})
