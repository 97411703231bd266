import type { At } from '../../workspace/noun.ts'

export const pickingPaths = (at: At) => ({
  picking: (search: { view?: string; fulfillment?: string } = {}) => at('picking', search),
})
