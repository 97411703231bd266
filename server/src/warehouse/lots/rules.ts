type Tracked = { tracking: 'none' | 'lot' | 'serial'; sku: string }
type Marks = {
  lotCode?: string | undefined
  expiresOn?: string | undefined
  serials?: readonly string[] | undefined
}
type Refusal = {
  code: 'lot_required' | 'lot_not_allowed' | 'serial_required' | 'validation_failed'
  field: 'lotCode' | 'expiresOn' | 'serials'
  message: string
}

/**
 * What is wrong with the lot and the serial numbers of a line, if anything: an item has those it is
 * kept by and no others, one serial number for each piece. A day of expiry is that of a lot.
 */
export function refusalOfMarks(
  { tracking, sku }: Tracked,
  { lotCode, expiresOn, serials = [] }: Marks,
  quanta: bigint,
): Refusal | undefined {
  if (tracking === 'serial' && BigInt(serials.length) !== quanta)
    return {
      code: 'serial_required',
      field: 'serials',
      message: `${sku} needs a serial number for each of ${quanta}, and there are ${serials.length}`,
    }
  if (tracking !== 'serial' && serials.length > 0)
    return {
      code: 'validation_failed',
      field: 'serials',
      message: `${sku} is not kept by serial number`,
    }
  if (tracking === 'lot' && lotCode === undefined)
    return { code: 'lot_required', field: 'lotCode', message: `${sku} is kept by lot` }
  if (tracking === 'none' && lotCode !== undefined)
    return { code: 'lot_not_allowed', field: 'lotCode', message: `${sku} is not kept by lot` }
  if (expiresOn !== undefined && lotCode === undefined)
    return {
      code: 'validation_failed',
      field: 'expiresOn',
      message: 'A day of expiry belongs to a lot',
    }
  return undefined
}

/** The day it is at a moment in a time zone, as 2026-11-05. */
export const dayIn = (at: Date, timezone: string): string =>
  // The Swedish way to write a day is that of ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(at)

const dayMs = 86_400_000

/** Days from one to the other; a lot is good to the end of the day on which it expires. */
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs

type Aging = { sku: string; lot: { code: string; expiresOn: string | null } | null }
type TooOld = {
  code: 'lot_expired' | 'shelf_life_too_short'
  message: string
  blocker: { type: 'lot' } & Record<string, unknown>
}

/**
 * Why these goods may not be for sale from this day on, if they may not: their lot has expired, or of
 * goods that come now, fewer days are left of it than the item needs (`minRemainingDays`).
 */
export function refusalOfAge(
  { sku, lot }: Aging,
  day: string,
  minRemainingDays: number | null = null,
): TooOld | undefined {
  if (!lot || lot.expiresOn === null) return undefined
  const { code: lotCode, expiresOn } = lot
  const daysLeft = daysBetween(day, expiresOn)
  const blocker = { type: 'lot', sku, lot: lotCode, expiresOn } as const
  if (daysLeft < 0)
    return {
      code: 'lot_expired',
      message: `Lot ${lotCode} of ${sku} expired on ${expiresOn}.`,
      blocker,
    }
  if (minRemainingDays !== null && daysLeft < minRemainingDays)
    return {
      code: 'shelf_life_too_short',
      message: `Lot ${lotCode} of ${sku} expires on ${expiresOn}, in ${daysLeft} days; it must be good for ${minRemainingDays}.`,
      blocker: { ...blocker, daysLeft, needed: minRemainingDays },
    }
  return undefined
}
