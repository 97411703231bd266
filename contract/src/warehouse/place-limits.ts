import { z } from 'zod'

/* What fits into a location: numbers of units that have no item yet, and so no decimals. */

const most = (label: string) =>
  z
    .int(`${label} must be a whole number`)
    .min(1, `${label} must be at least 1`)
    .max(1_000_000_000, `${label} must be at most 1,000,000,000`)
    .nullable()
export const maxUnits = most('Maximum quantity')
export const maxWeightG = most('Most weight')

/** What may lie in a place, unless it is said otherwise: as much of whatever as one likes. */
export const limits = {
  maxUnits: maxUnits.default(null),
  maxWeightG: maxWeightG.default(null),
  mixedSkus: z.boolean().default(true),
  mixedLots: z.boolean().default(true),
}
