import type { At } from '../../workspace/noun.ts'

export const lotPaths = (at: At) => ({
  lots: (search: { variant?: string; expiry?: string; q?: string } = {}) =>
    at('stock/lots', search),
  lot: (id: string) => at(`stock/lots/${encodeURIComponent(id)}`),
})
