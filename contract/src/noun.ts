import type { z } from 'zod'
import type { EverydayRole } from './roles.ts'

/** Kinds of things that a code can name. */
export type Things = Readonly<Record<string, Thing>>
type Thing = {
  /** Name of one on screens. */
  name: string
  /** The page of the web that shows one, with fields of the scan: `orders/$id`. Null where none does. */
  page: string | null
  /** It is a result of a search by itself; the others are found under these. */
  isHit?: true
}

/** Rights of members. */
export type Rights = {
  /** Rights as `area.object.action`; each ends a sentence that begins with "You may". */
  words: Readonly<Record<string, string>>
  /** The roles that have a right, or with `area.*` all rights of an area. Others are given to members by name. */
  roles: Readonly<Record<string, readonly EverydayRole[] | 'all'>>
}

/** Events by area: what each of the area carries, and what each type adds. */
type EventAreas = Readonly<
  Record<string, { each: z.ZodRawShape; types: Readonly<Record<string, z.ZodRawShape>> }>
>

/**
 * The declarations of a noun of a workspace, once, in `<noun>-noun.ts`. Pages load some parts without the others, so each
 * part is an export, and `nouns.ts` has a list for each part.
 */
export type Noun = {
  things?: Things
  rights?: Rights
  /** Each has an audit entry, such as `ORDER_HELD` of `order.held`. A function: no page makes schemas it does without. */
  events?: () => EventAreas
  /** Audit actions beside those of events. */
  audit?: readonly string[]
}
