import { merged, things } from './nouns.ts'

/** Kinds a scanned code can name, the likeliest first, with the name and the page of each. */
export const thingWords = merged(things)

export type ThingKind = keyof typeof thingWords
export const thingKinds = Object.keys(thingWords) as ThingKind[]

export type HitKind = {
  [K in ThingKind]: (typeof thingWords)[K] extends { isHit: true } ? K : never
}[ThingKind]
/** Kinds that have a line of their own in a search; the rest is found under these. */
export const hitKinds = thingKinds.filter((kind): kind is HitKind => 'isHit' in thingWords[kind])
