import { z } from 'zod'
import { slugPattern } from './platforms/slugs.ts'
import { isQuantity } from './warehouse/quantities.ts'

/** Refused in names: they reorder the text around them and can disguise it. */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/

export const id = z.uuid('This is not a valid id')

/** One line of text, trimmed and NFC; `label` begins the messages. */
export const line = (label: string, { min = 0, max }: { min?: number; max: number }) =>
  z
    .string(`${label} is required`)
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(min, `${label} is required`)
        .max(max, `${label} must be at most ${max} characters long`)
        .refine((text) => !/[\n\t]/.test(text), `${label} must be a single line`)
        .refine((text) => !bidiControls.test(text), `${label} contains invisible characters`),
    )

/** Several lines of text, trimmed and NFC; line breaks and tabs may stay. */
export const paragraph = (label: string, { max }: { max: number }) =>
  z
    .string(`${label} must be text`)
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(max, `${label} must be at most ${max} characters long`)
        .refine((text) => !bidiControls.test(text), `${label} contains invisible characters`),
    )

/**
 * The address as typed, trimmed: exactly one ASCII @ with something on both sides, at most 254
 * characters. Two spellings of one mailbox are told apart or not by the server, which alone
 * normalises the domain.
 */
export const email = z
  .string('Email is required')
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'Email is required')
      .max(254, 'Email must be at most 254 characters long')
      .regex(/^[^\s@,<>＠]+@[^\s@,<>＠]+$/u, 'Enter a valid email address'),
  )

const codePoints = (text: string) => [...text].length

/** A password to be set. Never trimmed; length in code points. */
export const newPassword = z
  .string('Password is required')
  .refine((text) => codePoints(text) >= 6, 'Password must be at least 6 characters long')
  .refine((text) => codePoints(text) <= 256, 'Password must be at most 256 characters long')

/** A password to be checked: any string, so that a wrong one is only ever "wrong". */
export const typedPassword = z.string('Password is required')

/** A second-factor code to be checked: any text, so that what is no code is only ever wrong. */
export const typedCode = z.string('Code is required').min(1, 'Code is required')

export const slug = z.string().regex(slugPattern, 'This is not a valid platform path')

/** The secret part of a mailed link: 256 bits, base64url. */
export const mailedToken = z.string('Invalid or missing token')

/** Said of a file that is no picture, before it is sent and when it has arrived. */
export const notAnImage = 'Please upload an image file'
/** The largest picture that may be uploaded, in bytes as the file has them. */
export const mostImageBytes = 10 * 1024 * 1024
export const imageTooLarge = {
  logo: 'Logo must be 10 MB or smaller.',
  avatar: 'Avatar must be 10 MB or smaller.',
} as const

/**
 * A picture as a base64 data URL, beside the type the browser gave it. Only the beginning is looked
 * at here; the server decodes the rest once and refuses what is no base64 with the same sentence.
 */
export const image = z.object({
  data: z.string(notAnImage).regex(/^data:image\/[\w.+-]{1,64};base64,[A-Za-z0-9+/]/, notAnImage),
  contentType: z.string(notAnImage).regex(/^image\/[\w.+-]{1,64}$/, notAnImage),
})

/** A moment, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

const notAQuantity = 'Write the quantity as a number in text, such as "12" or "0.5"'

/** A quantity of something: decimal text above zero. Which decimals count is the variant's to say. */
export const quantity = z
  .string(notAQuantity)
  .refine((text) => isQuantity(text) && !text.startsWith('-'), notAQuantity)
  .refine((text) => /[1-9]/.test(text), 'The quantity must be more than zero')

/** How a quantity changes: decimal text, not zero. */
export const signedQuantity = z
  .string(notAQuantity)
  .refine(isQuantity, notAQuantity)
  .refine((text) => /[1-9]/.test(text), 'The quantity must not be zero')

/** What is there: decimal text, zero or more. */
export const countedQuantity = z
  .string(notAQuantity)
  .refine((text) => isQuantity(text) && !text.startsWith('-'), notAQuantity)

/** An amount of money: decimal text with up to six decimals, not negative. */
export const money = z
  .string('Write the amount as text, such as "12.50"')
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'Write the amount as text, such as "12.50"')

/** The version of a record somebody saw when they began to change it. */
export const version = z.int('The version is required')

const list = (text: string) => text.split(',').filter((word) => word !== '')

/** Several words in one query parameter: `state=active,archived`. */
export const words = <const Word extends string>(allowed: readonly [Word, ...Word[]]) =>
  z
    .string()
    .transform(list)
    .pipe(z.array(z.enum(allowed)).max(50))

/** What every list can be asked: how many, from where, and whether to count them all. */
export const pageQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, 'Limit must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1, 'Limit must be at least 1'))
    .transform((limit) => Math.min(limit, 200))
    .default(50),
  cursor: z.string().max(500).optional(),
  q: z.string().max(200).optional(),
  count: z.enum(['all', 'none']).optional(),
})

/** One page of a list. `total` is exact up to 10,000, beyond it only when asked for. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    total: z.int().nullable(),
    capped: z.boolean(),
  })
