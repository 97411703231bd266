import { sql } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'

/**
 * Returns the condition that an earlier delivery of the subject of candidate `c` to the same webhook is
 * unfinished.
 */
const isBlocked = (platformId: string) => sql`exists (
  select from tenant.webhook_deliveries u
  where u.platform_id = ${platformId} and u.webhook_id = c.webhook_id
    and u.subject_type = c.subject_type and u.subject_id = c.subject_id
    and u.finished_at is null)`

const columns = sql.raw(
  `platform_id, webhook_id, event_no, event_id, type, subject_type, subject_id, created_at, next_at, state`,
)

/**
 * Inserts the deliveries of up to `most` events for each webhook of the platform, none behind `upTo`, and
 * moves the webhooks on. Returns whether there may be more. The webhooks must be locked.
 */
export async function insertDeliveries(
  tx: Tx,
  platformId: string,
  { upTo, most, at }: { upTo: bigint; most: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ hasMore: boolean }>`
    with read as (
      select w.webhook_id, w.types, e.*
      from tenant.webhooks w
      cross join lateral (
        select t.event_no, t.event_id, t.type, t.subject_type, t.subject_id
        from tenant.tenant_events t
        where t.platform_id = ${platformId} and t.event_no > w.event_no
          and t.event_no <= ${String(upTo)}
        order by t.event_no limit ${most}) e
      where w.platform_id = ${platformId} and w.state <> 'removed'
    ),
    wanted as (
      select *, row_number() over (
        partition by webhook_id, subject_type, subject_id order by event_no) as nth
      from read
      where types && array['*', split_part(type, '.', 1) || '.*', type]
        -- An event about webhooks would cause more of them.
        and subject_type <> 'webhook'
    ),
    inserted as (
      insert into tenant.webhook_deliveries (${columns})
      select ${platformId}::uuid, c.webhook_id, c.event_no, c.event_id, c.type, c.subject_type,
        c.subject_id, ${at}::timestamptz,
        case when c.nth = 1 and not ${isBlocked(platformId)} then ${at}::timestamptz end, 'pending'
      from wanted c
    ),
    moved as (
      update tenant.webhooks w
      set event_no = case when r.found < ${most} then ${String(upTo)}::bigint else r.last end
      from (
        select webhook_id, count(*) as found, max(event_no) as last from read group by webhook_id) r
      where w.platform_id = ${platformId} and w.webhook_id = r.webhook_id
      returning r.found
    )
    select coalesce(bool_or(found >= ${most}), false) as "hasMore" from moved`.execute(tx)
  return rows[0]?.hasMore ?? false
}

/** Inserts a delivery of the newest event about this webhook. Returns its number. */
export async function insertTest(tx: Tx, platformId: string, webhookId: string, at: Date) {
  const { rows } = await sql<{ eventNo: string }>`
    insert into tenant.webhook_deliveries (${columns})
    select c.platform_id, c.webhook_id, c.event_no, c.event_id, c.type, c.subject_type,
      c.subject_id, ${at}::timestamptz, case when not ${isBlocked(platformId)} then ${at}::timestamptz end,
      'pending'
    from (
      select e.*, ${webhookId}::uuid as webhook_id from tenant.tenant_events e
      where e.platform_id = ${platformId} and e.subject_type = 'webhook'
        and e.subject_id = ${webhookId}
      order by e.event_no desc limit 1) c
    returning event_no as "eventNo"`.execute(tx)
  return rows[0]?.eventNo ?? ''
}

/** Returns which webhooks have deliveries to attempt at `at`. */
export async function listDue(db: Db, platformId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.webhook_id as id from tenant.webhooks w
    where w.platform_id = ${platformId} and w.state = 'active' and exists (
      select from tenant.webhook_deliveries d
      where d.platform_id = ${platformId} and d.webhook_id = w.webhook_id and d.next_at <= ${at})
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

export type Claimed = { eventNo: string; type: string; attempts: number; attemptsBefore: number }

/**
 * Claims up to `most` due deliveries of a locked webhook, longest due first, and counts the attempt. For `claimMillis`
 * nobody else attempts them; then they are due again, because whoever claimed them was lost. The lost attempt is then
 * saved with `lost` as its failure.
 */
export async function claimDue(
  tx: Tx,
  platformId: string,
  webhookId: string,
  { at, claimMillis, most, lost }: { at: Date; claimMillis: number; most: number; lost: string },
): Promise<Claimed[]> {
  const until = new Date(at.getTime() + claimMillis)
  const { rows } = await sql<Claimed>`
    with due as (
      select event_no, attempts, next_at from tenant.webhook_deliveries
      where platform_id = ${platformId} and webhook_id = ${webhookId} and next_at <= ${at}
      order by next_at, event_no limit ${most}
    ),
    lost as (
      insert into tenant.webhook_attempts (platform_id, webhook_id, event_no, attempt, at, took_ms, failure)
      select ${platformId}::uuid, ${webhookId}::uuid, due.event_no, due.attempts,
        due.next_at - make_interval(secs => ${claimMillis / 1000}), 0, ${lost}
      from due where due.attempts > 0
      on conflict do nothing
    )
    update tenant.webhook_deliveries d
    set attempts = d.attempts + 1, next_at = ${until}
    from due
    where d.platform_id = ${platformId} and d.webhook_id = ${webhookId}
      and d.event_no = due.event_no
    returning d.event_no as "eventNo", d.type, d.attempts, d.attempts_before as "attemptsBefore"`.execute(
    tx,
  )
  return rows
}

/** One attempt and what became of its delivery. */
export type Attempted = {
  eventNo: string
  type: string
  attempt: number
  at: Date
  tookMs: number
  status: number | null
  failure: string | null
  /** The beginning of the response body. */
  head: string | null
  state: 'delivered' | 'retrying' | 'dead'
  nextAt: Date | null
}

type Subject = { type: string; id: string }

/**
 * Saves attempts of a locked webhook, unless the delivery was claimed again in the meantime, and makes the
 * next deliveries of finished subjects due. Returns the numbers of those saved.
 */
export async function saveAttempts(
  tx: Tx,
  platformId: string,
  webhookId: string,
  attempted: readonly Attempted[],
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<Subject & { eventNo: string; isFinished: boolean }>`
    with given as (
      select * from ${givenRows(
        JSON.stringify(attempted),
        `"eventNo" bigint, attempt int, at timestamptz, "tookMs" int, status int, failure text,
        head text, state text, "nextAt" timestamptz`,
      )} g
    ),
    saved as (
      update tenant.webhook_deliveries d
      set state = g.state, next_at = g."nextAt", last_status = g.status, last_failure = g.failure,
        finished_at = case when g.state in ('delivered', 'dead') then ${at}::timestamptz end
      from given g
      where d.platform_id = ${platformId} and d.webhook_id = ${webhookId}
        and d.event_no = g."eventNo" and d.attempts = g.attempt and d.finished_at is null
      returning d.event_no, d.subject_type, d.subject_id, d.finished_at is not null as is_finished
    ),
    noted as (
      insert into tenant.webhook_attempts (platform_id, webhook_id, event_no, attempt, at, took_ms,
        status, failure, response_head)
      select ${platformId}::uuid, ${webhookId}::uuid, g."eventNo", g.attempt, g.at, g."tookMs", g.status,
        g.failure, g.head
      from given g join saved s on s.event_no = g."eventNo"
    )
    select event_no as "eventNo", subject_type as type, subject_id as id,
      is_finished as "isFinished"
    from saved`.execute(tx)
  await makeNextDue(
    tx,
    platformId,
    webhookId,
    rows.filter(({ isFinished }) => isFinished),
    at,
  )
  return rows.map(({ eventNo }) => eventNo)
}

/** Makes the earliest unfinished delivery of each of these subjects due, unless one of it is already. */
async function makeNextDue(
  tx: Tx,
  platformId: string,
  webhookId: string,
  subjects: readonly Subject[],
  at: Date,
): Promise<void> {
  if (subjects.length === 0) return
  const given = JSON.stringify(subjects.map(({ type, id }) => ({ type, id })))
  await sql`
    update tenant.webhook_deliveries d
    set next_at = ${at}
    from (select distinct * from ${givenRows(given, 'type text, id text')} g) g
    cross join lateral (
      select u.event_no, u.next_at from tenant.webhook_deliveries u
      where u.platform_id = ${platformId} and u.webhook_id = ${webhookId}
        and u.subject_type = g.type and u.subject_id = g.id and u.finished_at is null
        and not exists (
          select from tenant.webhook_deliveries o
          where o.platform_id = ${platformId} and o.webhook_id = ${webhookId}
            and o.subject_type = g.type and o.subject_id = g.id and o.next_at is not null)
      order by u.event_no limit 1) n
    where d.platform_id = ${platformId} and d.webhook_id = ${webhookId}
      and d.event_no = n.event_no`.execute(tx)
}

/** Makes a finished delivery of a locked webhook pending again, in the order of its subject. */
export async function reopen(
  tx: Tx,
  platformId: string,
  webhookId: string,
  eventNo: string,
  at: Date,
): Promise<void> {
  const { rows } = await sql<Subject>`
    update tenant.webhook_deliveries
    set state = 'pending', attempts_before = attempts, finished_at = null
    where platform_id = ${platformId} and webhook_id = ${webhookId} and event_no = ${eventNo}
    returning subject_type as type, subject_id as id`.execute(tx)
  await makeNextDue(tx, platformId, webhookId, rows, at)
}

/**
 * Deletes up to `most` of the oldest deliveries of a locked webhook, those created before `limit`. Returns
 * how many.
 */
export async function deleteDeliveries(
  tx: Tx,
  platformId: string,
  webhookId: string,
  { limit, most, at }: { limit: Date; most: number; at: Date },
): Promise<number> {
  const { rows } = await sql<Subject & { isFinished: boolean }>`
    delete from tenant.webhook_deliveries d
    using (
      select event_no from tenant.webhook_deliveries
      where platform_id = ${platformId} and webhook_id = ${webhookId}
      order by event_no limit ${most}) oldest
    where d.platform_id = ${platformId} and d.webhook_id = ${webhookId}
      and d.event_no = oldest.event_no and d.created_at < ${limit}
    returning d.subject_type as type, d.subject_id as id,
      d.finished_at is not null as "isFinished"`.execute(tx)
  await makeNextDue(
    tx,
    platformId,
    webhookId,
    rows.filter(({ isFinished }) => !isFinished),
    at,
  )
  return rows.length
}
