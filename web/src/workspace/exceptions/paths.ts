import type { At } from '../noun.ts'

export const exceptionPaths = (at: At) => ({
  exceptions: (search: { kind?: string; owner?: string; state?: string } = {}) =>
    at('exceptions', search),
})
