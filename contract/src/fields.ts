import { z } from 'zod'
import { invisible } from './folding.ts'

/**
 * Bidirectional control characters. They can disguise a name by reordering the text around them.
 */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/

export const id = z.uuid('This is not a valid id')

/** Returns a schema for one line of text, trimmed and NFC. Messages start with `label`. */
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

/** Returns a schema for a code such as a SKU: one line without invisible characters. */
export const code = (label: string, length: { min?: number; max: number }) =>
  line(label, length).refine(
    (text) => !invisible.test(text),
    `${label} contains invisible characters. Type it again.`,
  )

/**
 * Returns a schema for several lines of text, trimmed and NFC. Line breaks and tabs are allowed.
 */
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
 * An email address as typed, trimmed: one ASCII @ with text on both sides, at most 254 characters.
 * The server decides whether two spellings are the same mailbox; only it normalizes the domain.
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

/** A new password. Never trimmed; the length is in code points. */
export const newPassword = z
  .string('Password is required')
  .refine((text) => codePoints(text) >= 6, 'Password must be at least 6 characters long')
  .refine((text) => codePoints(text) <= 256, 'Password must be at most 256 characters long')

/**
 * A password to verify. Any text is valid input, so a malformed one is answered like a wrong one.
 */
export const typedPassword = z.string('Password is required')

/** A second-factor code to verify. Any text is valid input, as for `typedPassword`. */
export const typedCode = z.string('Code is required').min(1, 'Code is required')

/** The secret part of a mailed link: 256 bits, base64url. */
export const mailedToken = z.string('Invalid or missing token')

/** Shown for a file that is not an image, before the upload and by the server. */
export const notAnImage = 'Please upload an image file'
/** Largest image that may be uploaded, in bytes of the file. */
export const maxImageBytes = 10 * 1024 * 1024
export const imageTooLarge = {
  logo: 'Logo must be 10 MB or smaller.',
  avatar: 'Avatar must be 10 MB or smaller.',
  photo: 'Photo must be 10 MB or smaller.',
} as const
/** Uses of an uploaded image. */
export type PictureUse = keyof typeof imageTooLarge

/**
 * An image as a base64 data URL, with the type the browser reported. The schema checks only the
 * prefix. The server decodes the rest once and refuses invalid base64 with the same message.
 */
export const image = z.object({
  data: z.string(notAnImage).regex(/^data:image\/[\w.+-]{1,64};base64,[A-Za-z0-9+/]/, notAnImage),
  contentType: z.string(notAnImage).regex(/^image\/[\w.+-]{1,64}$/, notAnImage),
})

/** A point in time, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** A point in time that somebody sends: ISO 8601 in UTC or with an offset, such as 2026-11-20T09:15:00+01:00. */
export const offsetInstant = z.iso.datetime({
  offset: true,
  error: 'Enter the time as 2026-11-20T08:15:00Z or 2026-11-20T09:15:00+01:00',
})
