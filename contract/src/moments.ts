import { offsetInstant } from './fields.ts'

/** Other years are typing mistakes, and the database has no year 0. */
export const inReach = (text: string): boolean => /^(19|[2-9]\d)/.test(text)
export const outOfReach = 'The year must be from 1900 to 9999'

/** A moment somebody names, in the milliseconds in which times are kept and shown. */
export const moment = offsetInstant
  .refine(inReach, outOfReach)
  .transform((text) => new Date(text).toISOString())
