import { z } from 'zod'
import { code, id } from './fields.ts'
import { readIdentifier } from './identifiers.ts'
import { cleanScan, withoutSign } from './scan-text.ts'

/** Returns the text without blanks: carriers print tracking numbers in groups, and their barcodes have none. */
export const trackingKey = (text: string): string =>
  withoutSign(cleanScan(text)).replace(/\s/gu, '')

/** Returns how a tracking number that is looked for may be spelled: as it is typed, or in capitals. */
export function trackingKeys(text: string): string[] {
  const key = trackingKey(text)
  return [...new Set([key, key.toUpperCase()])].filter((one) => one !== '')
}

/** A tracking number as it is typed, scanned or copied from a spreadsheet; it may be blank. */
export const trackingNumber = z
  .string('Tracking number is required')
  .transform((text, context) => {
    const read = readIdentifier(trackingKey(text))
    if ('value' in read) return read.value
    context.addIssue({ code: 'custom', message: read.problem })
    return z.NEVER
  })
  .pipe(code('Tracking number', { max: 120 }))

/** The most packages of which a call says something. */
export const mostParcels = 1_000

/** A package of a shipment. */
export const parcel = z.object({
  packageId: id,
  number: z.string(),
  /** Tracking number of this package only; blank if the number of its shipment applies. */
  tracking: z.string(),
})
export type Parcel = z.output<typeof parcel>

/** The tracking numbers that packages have of their own, each once. */
export const ownTracking = (parcels: readonly Pick<Parcel, 'tracking'>[]): string[] => [
  ...new Set(parcels.flatMap(({ tracking }) => (tracking === '' ? [] : [tracking]))),
]

/** Tracking numbers of packages of a shipment, each named once. */
export const parcels = z
  .array(z.object({ packageId: id, tracking: trackingNumber }))
  .max(mostParcels, `Name at most ${mostParcels} packages`)
  .refine(
    (all) => new Set(all.map(({ packageId }) => packageId.toLowerCase())).size === all.length,
    'Name each package once',
  )
export type Parcels = z.output<typeof parcels>
