import type { At } from '../../workspace/noun.ts'

export const receivingPaths = (at: At) => ({
  receiving: at('receiving'),
  newReceipt: at('receiving/new'),
  newReceiptOf: (sku: string) => at('receiving/new', { item: sku }),
  receipt: (id: string) => at(`receiving/${encodeURIComponent(id)}`),
})
