import type { At } from '../../workspace/noun.ts'

export const adjustmentPaths = (at: At) => ({
  adjust: (search: { sku?: string; bucket?: string } = {}) => at('stock/adjust', search),
  adjustments: (search: { state?: string } = {}) => at('stock/adjustments', search),
  adjustment: (id: string) => at(`stock/adjustments/${encodeURIComponent(id)}`),
})
