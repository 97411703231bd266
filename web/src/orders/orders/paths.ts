import type { At } from '../../workspace/noun.ts'

type Filter = {
  view?: string
  customer?: string
  channel?: string
  variant?: string
  q?: string
}

export const orderPaths = (at: At) => ({
  orders: (search: Filter = {}) => at('orders', search),
  order: (id: string) => at(`orders/${encodeURIComponent(id)}`),
  /** `from` is the order it begins as a copy of. */
  newOrder: (search: { from?: string } = {}) => at('orders/new', search),
})
