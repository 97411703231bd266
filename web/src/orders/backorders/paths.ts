import type { At } from '../../workspace/noun.ts'

export const backorderPaths = (at: At) => ({
  backorders: (search: { variant?: string; customer?: string } = {}) =>
    at('orders/backorders', search),
})
