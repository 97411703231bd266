import { eventSchemas } from '@stowage/contract/workspace/event-types'
import type { FeedEvent } from '@stowage/contract/workspace/events'

/** An event as it was written, with the warehouse it names. */
export type EventRow = {
  feedSeq: string
  eventId: string
  type: string
  subjectType: string
  subjectId: string
  subjectVersion: string
  occurredAt: Date
  warehouseId: string | null
  payload: Record<string, unknown>
}

type Warehouses = readonly string[] | null

/** Who sees some warehouses only may be shown few of many: so many are looked through for a page. */
const lookedThrough = 1_000

/** Returns the number of events read for a page of `limit`. */
export const windowOf = (warehouses: Warehouses, limit: number): number =>
  warehouses === null ? limit : lookedThrough

/**
 * A page of the feed: what these warehouses (null is all) may see of the events read, and where the
 * reader goes on. What names no warehouse is for those who see all of them.
 */
export function feedPage(
  rows: readonly EventRow[],
  { warehouses, limit, after }: { warehouses: Warehouses; limit: number; after: bigint },
): { items: FeedEvent[]; next: string } {
  const seen = rows.filter(
    ({ warehouseId }) =>
      warehouses === null || (warehouseId !== null && warehouses.includes(warehouseId)),
  )
  const shown = seen.slice(0, limit)
  // Behind a full page the next one begins, else behind all that was looked through.
  const last = shown.length === limit ? shown.at(-1) : rows.at(-1)
  return { items: shown.map(eventOf), next: last?.feedSeq ?? String(after) }
}

/** Returns an event as readers are told of it. */
export function eventOf({ payload, warehouseId, ...row }: EventRow): FeedEvent {
  return {
    feedSeq: row.feedSeq,
    eventId: row.eventId,
    type: row.type,
    occurredAt: row.occurredAt.toISOString(),
    subject: { type: row.subjectType, id: row.subjectId, version: Number(row.subjectVersion) },
    data: { ...toldOf(row.type, payload), warehouseId },
  }
}

/**
 * Returns the published part of a payload: the fields of its type. A payload of an earlier version, which
 * does not fit, is published without its internal fields.
 */
function toldOf(type: string, payload: EventRow['payload']): object {
  const { data } = eventSchemas.get(type)?.safeParse(payload) ?? {}
  if (data) return data
  const { actor: _, requestId: __, sides: ___, violations: ____, ...told } = payload
  return told
}
