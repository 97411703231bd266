import { z } from 'zod'
import { code, id, line } from '../fields.ts'
import { millimetres, version } from './fields.ts'
import { limits, maxUnits, maxWeightG } from './place-limits.ts'
import { locationKinds, zoneKinds } from './place-replies.ts'

/* What is said of a place when it is made or changed. */

/** What is written on a sign: letters, digits and a few marks, no spaces. */
const placeCode = code('Code', { min: 1, max: 40 }).refine(
  (text) => /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._/-]*$/u.test(text),
  'Code may hold letters, digits and . _ / -',
)

const isTimezone = (text: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}
const timezone = z.string('Choose a time zone').refine(isTimezone, 'Choose a time zone')

const addressPart = (label: string, max: number) => line(label, { max }).default('')
/** Where a warehouse stands; what is not said of it is blank. */
export const address = z.object({
  name: addressPart('Name', 120),
  line1: addressPart('Address', 120),
  line2: addressPart('Address line 2', 120),
  postalCode: addressPart('Postal code', 20),
  city: addressPart('Town', 80),
  region: addressPart('Region', 80),
  /** As ISO 3166 writes it. */
  country: z
    .string('Country must be text')
    .transform((text) => text.trim().toUpperCase())
    .pipe(z.string().regex(/^([A-Z]{2})?$/, 'Enter a two-letter country code, such as DE'))
    .default(''),
})
const rank = z
  .int('Rank must be a whole number')
  .min(0, 'Rank must be at least 0')
  .max(1_000_000, 'Rank must be at most 1,000,000')

export const newWarehouse = z.object({
  code: placeCode.transform((text) => text.toUpperCase()),
  name: line('Name', { min: 1, max: 80 }),
  timezone: timezone.default('UTC'),
  address: address.prefault({}),
  isSellable: z.boolean().default(true),
  rank: rank.default(0),
})
const place = z.uuid('Choose a location')
export const warehouseChange = z.object({
  name: line('Name', { min: 1, max: 80 }).optional(),
  timezone: timezone.optional(),
  /** Takes the place of the whole one. */
  address: address.optional(),
  isSellable: z.boolean().optional(),
  rank: rank.optional(),
  /** Locations of this warehouse; one that is not named stays. */
  defaultLocations: z
    .object({ receive: place, stage: place, quarantine: place, damaged: place })
    .partial()
    .optional(),
  version,
})

const sequence = z.int('Sequence must be a whole number').min(0).max(1_000_000_000)

export const newZone = z.object({
  warehouseId: id,
  code: placeCode,
  name: line('Name', { max: 80 }).default(''),
  kind: z.enum(zoneKinds).default('pick'),
  pickSequence: sequence.default(0),
})
export const zoneChange = newZone
  .omit({ warehouseId: true, code: true })
  .partial()
  .extend({ version })

const floor = { min: 0, max: 10_000_000 }
const xMm = millimetres('X position', floor)
const yMm = millimetres('Y position', floor)

export const newLocation = z.object({
  warehouseId: id,
  zoneId: id.nullable().default(null),
  code: placeCode,
  barcode: code('Barcode', { min: 1, max: 64 }).nullable().default(null),
  kind: z.enum(locationKinds).default('bin'),
  pickSequence: sequence.default(0),
  xMm: xMm.default(null),
  yMm: yMm.default(null),
  pickable: z.boolean().default(true),
  receivable: z.boolean().default(true),
  ...limits,
})
export const locationChange = z.object({
  zoneId: id.nullable().optional(),
  barcode: code('Barcode', { min: 1, max: 64 }).nullable().optional(),
  kind: z.enum(locationKinds).optional(),
  pickSequence: sequence.optional(),
  xMm: xMm.optional(),
  yMm: yMm.optional(),
  pickable: z.boolean().optional(),
  receivable: z.boolean().optional(),
  maxUnits: maxUnits.optional(),
  maxWeightG: maxWeightG.optional(),
  mixedSkus: z.boolean().optional(),
  mixedLots: z.boolean().optional(),
  version,
})

/** How many locations one pattern may stand for. */
export const mostGenerated = 20_000

export const generation = z.object({
  warehouseId: id,
  zoneId: id.nullable().default(null),
  /** `{A..C}-{01..20}`: letters or numbers that count up, between text that stays. */
  pattern: line('Pattern', { min: 1, max: 100 }),
  /** Which way round the aisles are walked. */
  order: z.enum(['serpentine', 'straight']).default('serpentine'),
  ...limits,
  dryRun: z.boolean().default(false),
})
