import type { BatchState } from '@stowage/contract/orders/batches'

/** The states that can follow each state of a batch. */
export const batchTransitions: Record<BatchState, readonly BatchState[]> = {
  open: ['in_progress', 'cancelled'],
  in_progress: ['open', 'completed'],
  completed: [],
  cancelled: [],
}

/** Location of a task, with what decides its place in a walk. Millimetres from the corner of the warehouse. */
export type Stop = {
  id: string
  zone: string
  zoneSequence: number
  locationId: string
  pickSequence: number
  code: string
  xMm: number | null
  yMm: number | null
  sku: string
  /** Slot of its order in the batch. */
  slot: number
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
const byEach =
  <S>(...keys: ((stop: S) => string | number)[]) =>
  (a: S, b: S): number =>
    keys.reduce((result, key) => result || compare(key(a), key(b)), 0)

/** At one location, what is of one item together, slot by slot. */
const atLocation = [
  ({ locationId }: Stop) => locationId,
  ({ sku }: Stop) => sku,
  ({ slot }: Stop) => slot,
  ({ id }: Stop) => id,
]

/**
 * Returns stops in walking order: zone by zone in pick sequence. Where all stops of a zone have coordinates, its aisles
 * (locations with the same x) are walked in pick sequence, one upwards and the next downwards; elsewhere the locations
 * are walked in pick sequence.
 */
export function inWalkingOrder<S extends Stop>(stops: readonly S[]): S[] {
  const zones = Map.groupBy(stops, ({ zone }) => zone)
  return [...zones.values()]
    .toSorted(
      byEach(
        ([first]) => first?.zoneSequence ?? 0,
        ([first]) => first?.zone ?? '',
      ),
    )
    .flatMap((zone) =>
      zone.every(({ xMm, yMm }) => xMm !== null && yMm !== null)
        ? serpentine(zone)
        : zone.toSorted(
            byEach(
              ({ pickSequence }) => pickSequence,
              ({ code }) => code,
              ...atLocation,
            ),
          ),
    )
}

function serpentine<S extends Stop>(stops: readonly S[]): S[] {
  const aisles = Map.groupBy(stops, ({ xMm }) => xMm ?? 0)
  const firstOf = (aisle: readonly S[]) => Math.min(...aisle.map((one) => one.pickSequence))
  return [...aisles]
    .toSorted(
      byEach(
        ([, aisle]) => firstOf(aisle),
        ([x]) => x,
      ),
    )
    .flatMap(([, aisle], i) => {
      const direction = i % 2 === 0 ? 1 : -1
      return aisle.toSorted(
        byEach(
          ({ yMm }) => direction * (yMm ?? 0),
          ({ code }) => code,
          ...atLocation,
        ),
      )
    })
}

type Point = Pick<Stop, 'xMm' | 'yMm'>

/**
 * Returns the metres between these points in their order, along the axes; null where no two that follow each other have
 * coordinates.
 */
export function distanceOf(points: readonly Point[]): number | null {
  const ways = points.slice(1).flatMap(({ xMm, yMm }, i) => {
    const from = points[i]
    if (!from || from.xMm === null || from.yMm === null || xMm === null || yMm === null) return []
    return [Math.abs(xMm - from.xMm) + Math.abs(yMm - from.yMm)]
  })
  return ways.length === 0 ? null : Math.round(ways.reduce((sum, way) => sum + way, 0) / 1000)
}

/** Splits what is chosen into batches of up to `size`, in order. */
export const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
    all.slice(i * size, (i + 1) * size),
  )
