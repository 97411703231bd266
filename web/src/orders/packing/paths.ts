import type { At } from '../../workspace/noun.ts'

export const packingPaths = (at: At) => ({
  packing: (search: { view?: string } = {}) => at('packing', search),
  pack: (fulfillmentId: string) => at(`packing/${encodeURIComponent(fulfillmentId)}`),
})
