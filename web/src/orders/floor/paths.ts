import type { At } from '../../workspace/noun.ts'

export const floorPaths = (at: At) => ({
  floor: at('floor'),
  floorPick: (search: { fulfillment?: string; batch?: string } = {}) => at('floor/pick', search),
})
