/**
 * What a scanned code can name, the likeliest first: one for each noun that has codes. `hit` has a line of its own in a
 * search; the rest is found under these.
 */
const things = {
  variant: 'hit',
  location: 'hit',
  container: 'part',
  receipt: 'hit',
  adjustment: 'hit',
  order: 'hit',
  fulfillment: 'part',
  package: 'part',
  shipment: 'hit',
  return: 'hit',
  pick_batch: 'hit',
  tote: 'part',
  customer: 'hit',
  serial: 'part',
  lot: 'part',
  member: 'part',
} as const

export type ThingKind = keyof typeof things
export const thingKinds = Object.keys(things) as ThingKind[]

export type HitKind = { [K in ThingKind]: (typeof things)[K] extends 'hit' ? K : never }[ThingKind]
export const hitKinds = thingKinds.filter((kind): kind is HitKind => things[kind] === 'hit')
