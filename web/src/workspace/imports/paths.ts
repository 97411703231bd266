import type { At } from '../noun.ts'

export const importPaths = (at: At) => ({
  imports: at('imports'),
  import: (id: string) => at(`imports/${encodeURIComponent(id)}`),
})
