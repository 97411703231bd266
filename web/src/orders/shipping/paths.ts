import type { At } from '../../workspace/noun.ts'

export const shippingPaths = (at: At) => ({
  shipping: (search: { state?: string; order?: string; q?: string } = {}) => at('shipping', search),
})
