import type { At } from '../../workspace/noun.ts'

export const locationPaths = (at: At) => ({
  locations: (search: { zone?: string } = {}) => at('locations', search),
})
