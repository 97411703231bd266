import type { At } from '../../workspace/noun.ts'

export const batchPaths = (at: At) => ({
  batches: (search: { view?: string; wave?: string } = {}) => at('picking/batches', search),
  batch: (batchId: string) => at(`picking/batches/${encodeURIComponent(batchId)}`),
})
