/** What a scanned code can name: one for each noun that has codes, the likeliest first. */
export const thingKinds = [
  'variant',
  'location',
  'container',
  'receipt',
  'adjustment',
  'order',
  'fulfillment',
  'package',
  'shipment',
  'return',
  'pick_batch',
  'tote',
  'customer',
  'serial',
  'lot',
  'member',
] as const
export type ThingKind = (typeof thingKinds)[number]

/** What a search shows; other things are found under these. */
export const hitKinds = [
  'variant',
  'location',
  'receipt',
  'adjustment',
  'order',
  'shipment',
  'return',
  'pick_batch',
  'customer',
] as const satisfies ThingKind[]
