import type { At } from '../../workspace/noun.ts'

export const customerPaths = (at: At) => ({
  customers: (search: { q?: string } = {}) => at('customers', search),
  customer: (id: string) => at(`customers/${encodeURIComponent(id)}`),
  newCustomer: at('customers/new'),
})
