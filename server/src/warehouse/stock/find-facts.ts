import type { newMove } from '@stowage/contract/warehouse/stock'
import type { z } from 'zod'
import type { Db } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findItems, type Item } from '../products/variant-list-queries.ts'
import { findAges } from '../lots/queries.ts'
import {
  findLotAndSerialIds,
  findBuckets,
  findBucketsByKey,
  lockLocations,
  type Bucket,
  type LocationState,
} from './bucket-queries.ts'

export type WantedLine = z.output<typeof newMove>['lines'][number]

type Marking = { lotId: string | null; serialId: string | null }
type Age = Awaited<ReturnType<typeof findAges>>[number]

/** Records that one line names, as far as they exist. */
export type LineFacts = {
  /** Bucket of a line that names one. */
  named: Bucket | undefined
  item: Item | undefined
  source: LocationState | undefined
  target: LocationState | undefined
  /** The lot and serial number a line names that does not name its bucket. */
  marking: Marking | undefined
  /** The bucket it takes from. */
  from: Bucket | undefined
  /** Age of the lot it takes from, if it releases stock. */
  age: Age | undefined
}

/**
 * Returns the records that the lines of any number of moves name, in their order, with as many statements as
 * for one line. Locations and items can't change until commit.
 */
export async function findFacts(
  db: Db,
  actor: WorkspaceMember,
  lines: readonly WantedLine[],
): Promise<LineFacts[]> {
  const { id: platformId } = actor.platform
  const ids = lines.flatMap(({ bucketId }) => (bucketId === undefined ? [] : [bucketId]))
  const given = await findBuckets(db, platformId, actor, [...new Set(ids)])
  const byId = new Map(given.map((bucket) => [bucket.bucketId, bucket]))
  const named = lines.map(({ bucketId }) => byId.get(bucketId ?? ''))
  const items = await findItems(
    db,
    platformId,
    lines.map((line, i) =>
      line.bucketId === undefined ? line : { variantId: named[i]?.variantId },
    ),
  )
  const sourceOf = (line: WantedLine, i: number) => named[i]?.locationId ?? line.fromLocationId
  const places = await lockLocations(
    db,
    platformId,
    actor,
    lines.flatMap((line, i) => [sourceOf(line, i) ?? [], line.toLocationId ?? []].flat()),
  )
  const placeOf = (id: string | undefined) => places.get(id?.toLowerCase() ?? '')
  const { markings, buckets } = await findByKey(db, platformId, lines, items)
  const froms = lines.map((_, i) => named[i] ?? buckets.get(i))
  const ages = await findReleased(db, actor, lines, froms)
  return lines.map((line, i) => ({
    named: named[i],
    item: items[i],
    source: placeOf(sourceOf(line, i)),
    target: placeOf(line.toLocationId ?? sourceOf(line, i)),
    marking: markings.get(i),
    from: froms[i],
    age: ages.get(ageKey(froms[i])),
  }))
}

/** The buckets of the lines that name item and location, by the number of the line. */
async function findByKey(
  db: Db,
  platformId: string,
  lines: readonly WantedLine[],
  items: readonly (Item | undefined)[],
) {
  const wanted = lines.flatMap((line, ordinal) => {
    const variantId = items[ordinal]?.variantId
    return line.bucketId === undefined && variantId ? [{ ordinal, line, variantId }] : []
  })
  const markings = await findLotAndSerialIds(
    db,
    platformId,
    wanted.map(({ ordinal, variantId, line: { lotCode = null, serial = null } }) => ({
      ordinal,
      variantId,
      lotCode,
      serial,
    })),
  )
  const keys = wanted.flatMap(({ ordinal, variantId, line }) => {
    const { lotId = null, serialId = null } = markings.get(ordinal) ?? {}
    const { fromLocationId: locationId, status, lotCode, serial } = line
    const isUnknown =
      (lotCode !== undefined && lotId === null) || (serial !== undefined && serialId === null)
    return isUnknown || locationId === undefined
      ? []
      : [{ ordinal, variantId, locationId, status, lotId, serialId }]
  })
  return { markings, buckets: await findBucketsByKey(db, platformId, keys) }
}

const ageKey = (bucket: Bucket | undefined) => `${bucket?.warehouseId} ${bucket?.lotId}`

/** How old the lots are that the lines put on sale, by warehouse and lot. */
async function findReleased(
  db: Db,
  { platform, at }: WorkspaceMember,
  lines: readonly WantedLine[],
  froms: readonly (Bucket | undefined)[],
): Promise<Map<string, Age>> {
  const released = froms.filter(
    (bucket, i) =>
      bucket &&
      bucket.lotId !== null &&
      bucket.status !== 'available' &&
      lines[i]?.toStatus === 'available',
  )
  const ages = new Map<string, Age>()
  for (const [warehouseId, buckets] of Map.groupBy(
    released,
    (bucket) => bucket?.warehouseId ?? '',
  )) {
    const lotIds = [...new Set(buckets.flatMap((bucket) => bucket?.lotId ?? []))]
    for (const age of await findAges(db, platform.id, warehouseId, lotIds, at))
      ages.set(`${warehouseId} ${age.lotId}`, age)
  }
  return ages
}
