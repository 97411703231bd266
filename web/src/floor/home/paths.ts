import type { At } from '../../workspace/noun.ts'

type LookUp = {
  kind?: string
  id?: string
  label?: string
  name?: string
  variant?: string | undefined
}

export const floorPaths = (at: At) => ({
  floor: at('floor'),
  floorPack: (search: { fulfillment?: string } = {}) => at('floor/pack', search),
  /** `of` is the warehouse of a carrier whose manifest is not open. */
  floorLoad: (search: { manifest?: string; of?: string; carrier?: string } = {}) =>
    at('floor/load', search),
  floorReturn: (search: { return?: string } = {}) => at('floor/return', search),
  floorPick: (search: { fulfillment?: string; batch?: string } = {}) => at('floor/pick', search),
  /** From a location, or an item that is chosen already. */
  floorMove: (search: { from?: string; variant?: string } = {}) => at('floor/move', search),
  /** `new` begins a receipt; without one it is chosen first. */
  floorReceive: (search: { receipt?: string } = {}) => at('floor/receive', search),
  /** Without a thing one is scanned first. */
  floorLookUp: (thing: LookUp = {}) => at('floor/look-up', thing),
})
