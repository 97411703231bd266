import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import { lockLimits, type Change, findContents } from './capacity-queries.ts'
import { checkCapacity } from './capacity-rules.ts'

type CapacityLocation = { locationId: string; isLimited: boolean }

/** Effect of one move on a location; positive quanta come in, negative go out. */
export type StockFlow = {
  place: CapacityLocation
  variantId: string
  lotId: string | null
  quanta: bigint
}

const limitedAmong = (places: readonly CapacityLocation[]) => [
  ...new Set(places.flatMap(({ isLimited, locationId }) => (isLimited ? locationId : []))),
]

/** For commands that lock stock before they know what comes: limited places are locked before it. */
export async function lockLimitedLocations(
  tx: Tx,
  platformId: string,
  places: readonly CapacityLocation[],
): Promise<void> {
  const ids = limitedAmong(places)
  if (ids.length > 0) await lockLimits(tx, platformId, ids)
}

/**
 * Fails with `location_full` or `location_mix_forbidden` where goods come into a place that has no room
 * for them, and names each; the places are held until commit. Where nothing is limited, nothing is asked.
 */
export async function assertCapacity(
  tx: Tx,
  platformId: string,
  passing: readonly StockFlow[],
): Promise<void> {
  const arriving = passing.filter(({ quanta }) => quanta > 0n)
  const ids = limitedAmong(arriving.map(({ place }) => place))
  if (ids.length === 0) return
  const changes = passing.flatMap(({ place: { locationId }, ...change }): Change[] =>
    ids.includes(locationId) ? [{ locationId, ...change }] : [],
  )
  // The second is asked when the first has its locks, and so sees what others did before.
  const [limits, contents] = await Promise.all([
    lockLimits(tx, platformId, ids),
    findContents(tx, platformId, changes),
  ])
  const refused = limits.flatMap((one) => {
    const there = contents.filter(({ locationId }) => locationId === one.locationId)
    return checkCapacity(one, there) ?? []
  })
  const [first] = refused
  if (!first) return
  const full = refused.filter((one) => one.code === 'location_full')
  const mixed = refused.filter((one) => one.code === 'location_mix_forbidden')
  if (first.code === 'location_full')
    fail('location_full', { blockers: full.map(({ blocker }) => blocker) })
  fail('location_mix_forbidden', { blockers: mixed.map(({ blocker }) => blocker) })
}
