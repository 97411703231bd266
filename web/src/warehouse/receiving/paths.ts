import type { At } from '../../workspace/noun.ts'

export const receivingPaths = (at: At) => ({
  receiving: at('receiving'),
  newReceipt: at('receiving/new'),
  receipt: (id: string) => at(`receiving/${encodeURIComponent(id)}`),
})
