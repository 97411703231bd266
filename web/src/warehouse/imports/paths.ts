import type { At } from '../../workspace/noun.ts'

export const importPaths = (at: At) => ({
  imports: at('imports'),
  import: (id: string) => at(`imports/${encodeURIComponent(id)}`),
})
