import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { EventRow } from './rules.ts'

/** The number of the newest event that is committed; 0 before the first. */
export async function findNewest(db: Db, platformId: string): Promise<bigint> {
  const { rows } = await sql<{ newest: string }>`
    select event_no as newest from tenant.tenant_events
    where platform_id = ${platformId} order by event_no desc limit 1`.execute(db)
  return BigInt(rows[0]?.newest ?? 0)
}

/**
 * The transactions that may have written events they have not committed, of all platforms: whoever
 * writes to a table holds it until the end, from before the number of the row is taken.
 */
export async function listWriters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'tenant.tenant_events'::regclass
      and database = (select oid from pg_database where datname = current_database())
      and mode = 'RowExclusiveLock' and granted`.execute(db)
  return rows.map(({ writer }) => writer)
}

/** The columns of event `e`, with the warehouse it names or that of its move. */
const columnsOf = (platformId: string) => sql`
  e.event_no as "feedSeq", e.event_id as "eventId", e.type,
  e.subject_type as "subjectType", e.subject_id as "subjectId",
  e.subject_version as "subjectVersion", e.occurred_at as "occurredAt",
  -- Not joined: each is looked up by its key, whatever the database believes of the table.
  coalesce(e.payload ->> 'warehouseId', (
    select m.warehouse_id::text from tenant.stock_moves m
    where m.platform_id = ${platformId}
      and m.move_id = case when e.subject_type = 'stock_move' then e.subject_id::bigint end
  )) as "warehouseId",
  e.payload - array['sides', 'violations'] as payload`

/**
 * At most so many events between two numbers, oldest first, each with the warehouse it is about: the one
 * it names, or that of the move it tells of.
 */
export async function listEvents(
  db: Db,
  platformId: string,
  { after, upTo, most }: { after: bigint; upTo: bigint; most: number },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${columnsOf(platformId)}
    from (
      select * from tenant.tenant_events
      where platform_id = ${platformId} and event_no > ${String(after)}
        and event_no <= ${String(upTo)}
      order by event_no limit ${most}) e
    order by e.event_no`.execute(db)
  return rows
}

/** An event with the one before it of the same subject. */
type FollowingRow = EventRow & {
  previous: { eventId: string; type: string; version: number } | null
}

/** Returns the events with these numbers, each with the one before it of the same subject. */
export async function listEventsByNumber(
  db: Db,
  platformId: string,
  numbers: readonly string[],
): Promise<FollowingRow[]> {
  const { rows } = await sql<FollowingRow>`
    select ${columnsOf(platformId)}, (
      select jsonb_build_object('eventId', b.event_id, 'type', b.type, 'version', b.subject_version)
      from tenant.tenant_events b
      where b.platform_id = ${platformId} and b.subject_type = e.subject_type
        and b.subject_id = e.subject_id and b.event_no < e.event_no
      order by b.event_no desc limit 1) as previous
    from tenant.tenant_events e
    where e.platform_id = ${platformId} and e.event_no = any(${numbers}::bigint[])`.execute(db)
  return rows
}
