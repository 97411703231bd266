import type { At } from '../../workspace/noun.ts'

export const wavePaths = (at: At) => ({
  waves: (search: { view?: string } = {}) => at('picking/waves', search),
  wave: (waveId: string) => at(`picking/waves/${encodeURIComponent(waveId)}`),
})
