import type { At } from '../../workspace/noun.ts'

export const gridPaths = (at: At) => ({
  /** The stock of one warehouse as a grid; `show` all includes what is not in stock. */
  grid: (search: { q?: string; category?: string; show?: 'all' } = {}) => at('stock/grid', search),
})
