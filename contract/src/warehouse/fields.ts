import { z } from 'zod'
import { code, id } from '../fields.ts'
import { inReach, moment, outOfReach } from '../moments.ts'
import { states } from '../workspace/records.ts'
import { isQuantity } from './quantities.ts'

/* Fields of the workspace; apart from the others, because sign-in pages carry those. */

const notAQuantity = 'Enter the quantity as text, such as "12" or "0.5"'

/** A quantity of something: decimal text above zero. Which decimals count is the variant's to say. */
export const quantity = z
  .string(notAQuantity)
  .refine((text) => isQuantity(text) && !text.startsWith('-'), notAQuantity)
  .refine((text) => /[1-9]/.test(text), 'The quantity must be more than zero')

/** Change of a quantity: decimal text, not zero. */
export const signedQuantity = z
  .string(notAQuantity)
  .refine(isQuantity, notAQuantity)
  .refine((text) => /[1-9]/.test(text), 'The quantity must not be zero')

/** Counted quantity: decimal text, zero or more. */
export const countedQuantity = z
  .string(notAQuantity)
  .refine((text) => isQuantity(text) && !text.startsWith('-'), notAQuantity)

/** A day of a warehouse. */
export const calendarDay = z.iso
  .date('Enter the date as YYYY-MM-DD, such as 2026-12-31')
  .refine(inReach, outOfReach)

/** Up to when what was recorded counts: up to the moment in question, up to now, or up to any other. */
export const knownAt = z.union([moment, z.enum(['then', 'now'])]).default('now')

/** An amount of money: decimal text with up to six decimals, not negative. */
export const money = z
  .string('Enter the amount as text, such as "12.50"')
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'Enter an amount, such as 12.50')

/** A length in whole millimetres; null is not said. */
export const millimetres = (label: string, { min, max }: { min: number; max: number }) =>
  z
    .int(`${label} must be a whole number of millimetres`)
    .min(min, `${label} must be at least ${min}`)
    .max(max, `${label} must be at most ${max.toLocaleString('en-US')} mm`)
    .nullable()

/** A weight in whole grams; null is not said. */
export const grams = (label: string, { min, max }: { min: number; max: number }) =>
  z
    .int(`${label} must be a whole number of grams`)
    .min(min, `${label} must be at least ${min}`)
    .max(max, `${label} must be at most ${max.toLocaleString('en-US')} g`)
    .nullable()

/**
 * Who made a document; null when nobody in particular did. The name, or the address of who has none, is
 * null once the member is removed, and absent from what a change answers.
 */
export const createdByFields = {
  createdBy: id.nullable(),
  createdByName: z.string().nullable().optional(),
}

export const placeState = z.enum(states)

/* What is said of a place when it is made or changed. */

/** Code as written on a sign: letters, digits and a few marks, no spaces. */
export const placeCode = code('Code', { min: 1, max: 40 }).refine(
  (text) => /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._/-]*$/u.test(text),
  'Code may hold letters, digits and . _ / -',
)

export const sequence = z.int('Sequence must be a whole number').min(0).max(1_000_000_000)

/** Lets promises that a posting would break become backorders, the least urgent first. */
export const displace = z.boolean().default(false)
