import type { BlockerOf } from '@stowage/contract/blockers'
import type { LotState } from '@stowage/contract/warehouse/lots'

type Tracked = { tracking: 'none' | 'lot' | 'serial'; sku: string }
type TrackingInput = {
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
 * Checks the lot and serial numbers of a line. An item has those it is tracked by and no others, one serial
 * number for each piece; an expiry date belongs to a lot. Returns the refusal, if any.
 */
export function checkTracking(
  { tracking, sku }: Tracked,
  { lotCode, expiresOn, serials = [] }: TrackingInput,
  quanta: bigint,
): Refusal | undefined {
  if (tracking === 'serial' && BigInt(serials.length) !== quanta)
    return {
      code: 'serial_required',
      field: 'serials',
      message: `${sku} needs ${quanta} serial numbers; ${serials.length} entered`,
    }
  if (tracking !== 'serial' && serials.length > 0)
    return {
      code: 'validation_failed',
      field: 'serials',
      message: `${sku} isn’t tracked by serial number`,
    }
  if (tracking === 'lot' && lotCode === undefined)
    return { code: 'lot_required', field: 'lotCode', message: `${sku} is tracked by lot` }
  if (tracking === 'none' && lotCode !== undefined)
    return { code: 'lot_not_allowed', field: 'lotCode', message: `${sku} isn’t tracked by lot` }
  if (expiresOn !== undefined && lotCode === undefined)
    return {
      code: 'validation_failed',
      field: 'expiresOn',
      message: 'Enter a lot for the expiry date',
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

type Aging = {
  sku: string
  lot: { code: string; expiresOn: string | null; state: LotState } | null
}
type Refused = {
  code: 'lot_on_hold' | 'lot_expired' | 'shelf_life_too_short'
  message: string
  blocker: BlockerOf<'lot_expired'>
}

/**
 * Returns the refusal of stock that may not become available from this day on: its lot is on hold, recalled or
 * expired, or stock received now has fewer days left than the item needs (`minRemainingDays`).
 */
export function refusalOfLot(
  { sku, lot }: Aging,
  day: string,
  minRemainingDays: number | null = null,
): Refused | undefined {
  if (!lot) return undefined
  const { code: lotCode, expiresOn, state } = lot
  const blocker = { type: 'lot', sku, lot: lotCode, expiresOn } as const
  if (state !== 'active')
    return {
      code: 'lot_on_hold',
      message: `Lot ${lotCode} of ${sku} is ${state === 'hold' ? 'on hold' : 'recalled'}.`,
      blocker: { ...blocker, state },
    }
  if (expiresOn === null) return undefined
  const daysLeft = daysBetween(day, expiresOn)
  if (daysLeft < 0)
    return {
      code: 'lot_expired',
      message: `Lot ${lotCode} of ${sku} expired on ${expiresOn}.`,
      blocker,
    }
  if (minRemainingDays !== null && daysLeft < minRemainingDays)
    return {
      code: 'shelf_life_too_short',
      message: `Lot ${lotCode} of ${sku} expires in ${daysLeft} days, on ${expiresOn}. At least ${minRemainingDays} days are required.`,
      blocker: { ...blocker, daysLeft, needed: minRemainingDays },
    }
  return undefined
}

const transitions: Record<LotState, readonly LotState[]> = {
  active: ['hold', 'recalled'],
  hold: ['active', 'recalled'],
  recalled: ['hold'],
}

/** The states a lot can go to from this one. */
export const allowedStates = (from: LotState): readonly LotState[] => transitions[from]
