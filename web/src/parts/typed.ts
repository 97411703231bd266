import { z } from 'zod'

/** A whole number that is typed, for the schema of the contract to check. Nothing typed is none. */
export const wholeOrNone = z
  .string()
  .transform((typed) => (typed.trim() === '' ? null : Number(typed.trim())))
