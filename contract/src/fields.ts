import { z } from 'zod'
import { invisible } from './folding.ts'
import { slugPattern } from './slugs.ts'

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

/** A line that names one thing, such as a SKU: with nothing in it that cannot be seen. */
export const code = (label: string, length: { min?: number; max: number }) =>
  line(label, length).refine(
    (text) => !invisible.test(text),
    `${label} contains invisible characters. Type it again.`,
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
/** What an uploaded picture is for. */
export type PictureUse = keyof typeof imageTooLarge

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
