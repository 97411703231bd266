import type { At } from '../noun.ts'

export const scanPaths = (at: At) => ({
  scanner: at('scanner'),
  /** The page where a product is chosen that gets this code. */
  linkCode: (code: string) => at('scanner', { code }),
})
