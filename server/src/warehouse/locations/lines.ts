import { fail, failField, notFound } from '../../errors.ts'
import type { ReceivingLocation, Site } from './warehouse-queries.ts'
import { isOpen } from './rules.ts'

/** A receipt needs more than an open place: one that goods may be received into. */
type Passage = {
  place: Pick<ReceivingLocation, 'locationId' | 'code' | 'status' | 'receivable'>
  direction: 'in' | 'out' | 'receipt'
}

/** Fails with `location_blocked` where goods may not go into a place or out of it, and names each. */
export function requireOpen(passages: readonly Passage[]): void {
  const blocked = passages.filter(({ place, direction }) => {
    if (direction === 'receipt') return !isOpen(place.status, 'in') || !place.receivable
    return !isOpen(place.status, direction)
  })
  if (blocked.length === 0) return
  fail('location_blocked', {
    blockers: blocked.map(({ place: { locationId, code, status, receivable } }) => ({
      type: 'location' as const,
      locationId,
      code,
      status,
      receivable,
    })),
  })
}

/** Stock that goes out of a location or into one. */
type Way = { id: string; code: string; status: string; direction: 'in' | 'out' }

/** Fails with `location_blocked` where stock may not go this way, and names each location once. */
export function assertUnblocked(ways: readonly Way[]): void {
  const blocked = ways.filter(({ status, direction }) => !isOpen(status, direction))
  if (blocked.length === 0) return
  const named = new Map(blocked.map((way) => [`${way.direction} ${way.id}`, way]))
  fail('location_blocked', {
    blockers: Array.from(named.values(), ({ id: locationId, ...way }) => ({
      type: 'location' as const,
      locationId,
      ...way,
    })),
  })
}

/** Goods come and go where a warehouse stands and works, not on the way between two. */
export function requireSite({ kind, state }: Site): void {
  if (kind === 'site' && state === 'active') return
  failField('warehouseId', 'A transit warehouse can’t hold stock directly')
}

/** No location of this code is the caller's mistake; no location of this id may be somebody else's. */
export function failUnknownLocation(code: string | undefined, path: string): never {
  if (code === undefined) return notFound()
  return failField(path, `Location ${code} doesn’t exist in this warehouse`)
}
