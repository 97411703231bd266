import { fail, failField, notFound } from '../../errors.ts'
import type { Place, Site } from './site-queries.ts'

const closedTo = {
  in: ['blocked_in', 'blocked', 'archived'],
  out: ['blocked_out', 'blocked', 'archived'],
} as const

/** A receipt needs more than an open place: one that goods may be received into. */
export type Passage = {
  place: Pick<Place, 'locationId' | 'code' | 'status' | 'receivable'>
  direction: 'in' | 'out' | 'receipt'
}

/** Fails with `location_blocked` where goods may not go into a place or out of it, and names each. */
export function requireOpen(passages: readonly Passage[]): void {
  const blocked = passages.filter(({ place, direction }) => {
    const closed: readonly string[] = closedTo[direction === 'receipt' ? 'in' : direction]
    return closed.includes(place.status) || (direction === 'receipt' && !place.receivable)
  })
  if (blocked.length === 0) return
  fail('location_blocked', {
    blockers: blocked.map(({ place: { locationId, code, status, receivable } }) => ({
      type: 'location',
      locationId,
      code,
      status,
      receivable,
    })),
  })
}

/** Goods come and go where a warehouse stands and works, not on the way between two. */
export function requireWorkplace({ kind, state }: Site): void {
  if (kind === 'site' && state === 'active') return
  failField('warehouseId', 'A transit warehouse can’t hold stock directly')
}

/** No location of this code is the caller's mistake; no location of this id may be somebody else's. */
export function unknownPlace(code: string | undefined, path: string): never {
  if (code === undefined) return notFound()
  return failField(path, `Location ${code} doesn’t exist in this warehouse`)
}
