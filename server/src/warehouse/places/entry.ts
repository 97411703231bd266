import { fail } from '../../errors.ts'
import type { Place, Site } from './site-queries.ts'

const closedTo = {
  in: ['blocked_in', 'blocked', 'archived'],
  out: ['blocked_out', 'blocked', 'archived'],
} as const

export type Passage = {
  place: Pick<Place, 'locationId' | 'code' | 'status'>
  direction: 'in' | 'out'
}

/** Fails with `location_blocked` where goods may not go into a place or out of it, and names each. */
export function requireOpen(passages: readonly Passage[]): void {
  const blocked = passages.filter(({ place, direction }) =>
    (closedTo[direction] as readonly string[]).includes(place.status),
  )
  if (blocked.length === 0) return
  fail('location_blocked', {
    blockers: blocked.map(({ place: { locationId, code, status } }) => ({
      ...{ type: 'location', locationId, code, status },
    })),
  })
}

/** Goods come and go where a warehouse stands and works, not on the way between two. */
export function requireWorkplace({ kind, state }: Site): void {
  if (kind === 'site' && state === 'active') return
  const message = 'Nothing is booked in this warehouse'
  fail('validation_failed', { message, details: [{ path: 'warehouseId', message }] })
}

/** No location of this code is the caller's mistake; no location of this id may be somebody else's. */
export function unknownPlace(code: string | undefined, path: string): never {
  if (code === undefined) return fail('not_found')
  const message = `There is no location ${code} in this warehouse`
  return fail('validation_failed', { message, details: [{ path, message }] })
}
