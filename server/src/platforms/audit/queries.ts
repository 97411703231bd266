import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { containsFolded } from '../../database/like.ts'
import { actionFilter, maxCounted, type Row } from './rules.ts'

/** Statement timeout of a search, in milliseconds. */
const searchTimeoutMs = 2_000
/** Maximum number of index ranges. With more of them, scanning the log is faster. */
const mostStretches = 1_000

/**
 * Visible events: those of the platforms and, if given, the account's events outside any platform.
 */
export type Visible = { platformIds: readonly string[]; ownAccountId: string | undefined }

export type Filters = {
  action?: string | undefined
  actorEmail?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A position in the log. The time is text, with the microseconds of the database. */
export type Position = { at: string; id: string }
export type Found = Row & { at: string }

type Column = 'action' | 'actor_email'
/** A filtered search, split into index ranges in log order. */
export type Search = {
  platformIds: readonly string[]
  /** The values of `column` to search, each with its platform. Undefined searches everything. */
  stretch: { column: Column; values: readonly string[] } | undefined
  ownAccountId: string | undefined
  filters: Filters
}

/**
 * Lists the platforms whose log the account may read. Limits the following statements to two
 * seconds.
 */
export async function readablePlatforms(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select authz.audit_platforms(${accountId}) as ids,
      set_config('statement_timeout', ${String(searchTimeoutMs)}, true)`.execute(db)
  return rows[0]?.ids ?? []
}

/**
 * Plans a search. Substrings of an address and prefixes of an action are replaced by the matching
 * values, because the index finds only whole values.
 */
export async function planSearch(
  db: Db,
  { platformIds, ownAccountId }: Visible,
  filters: Filters,
): Promise<Search> {
  const all = { platformIds, stretch: undefined, ownAccountId, filters }
  const wanted = filters.action === undefined ? undefined : actionFilter(filters.action)
  const found = filters.actorEmail
    ? await listValues(db, platformIds, 'actor_email', addressFilter(filters.actorEmail))
    : wanted && 'prefix' in wanted
      ? await listValues(db, platformIds, 'action', prefixFilter(wanted.prefix))
      : undefined
  if (found) {
    if (found.pairs.length > mostStretches) return all
    return {
      ...all,
      platformIds: found.pairs.map(({ platformId }) => platformId),
      stretch: { column: found.column, values: found.pairs.map(({ value }) => value) },
    }
  }
  if (!wanted || 'prefix' in wanted) return all
  return { ...all, stretch: { column: 'action', values: platformIds.map(() => wanted.exact) } }
}

/** Lists the matching values of the column, each with its platform. */
async function listValues(
  db: Db,
  platformIds: readonly string[],
  column: Column,
  matches: (value: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  const { rows: pairs } = await sql<{ platformId: string; value: string }>`
    select distinct platform_id, value from audit.audit_values
    where platform_id = any(${platformIds}::uuid[]) and kind = ${column}
      and ${matches(sql.ref('value'))} limit ${mostStretches + 1}`.execute(db)
  return { column, pairs }
}

const addressFilter = (text: string) => (value: RawBuilder<unknown>) => containsFolded(value, text)
const prefixFilter = (prefix: string) => (value: RawBuilder<unknown>) =>
  sql`starts_with(${value}, ${prefix})`

/** Lists the next `limit` events before `after`, newest first, skipping `offset`. */
export async function listEvents(
  db: Db,
  search: Search,
  page: { limit: number; offset?: number; after?: Position | undefined },
): Promise<Found[]> {
  const { limit, offset = 0, after } = page
  const parts = search.platformIds.length + (search.ownAccountId === undefined ? 0 : 1)
  if (parts === 0) return []
  const wanted = offset + limit
  // Each range contributes an equal share of a page, and no result is older than the last of them.
  // Ranges whose newest event is older are not read again, so few remain.
  const share = Math.ceil(wanted / parts)
  // A "coalesce" inside "bound" would count as leaky and prevent the use of the index.
  const bound = sql`(select created_at from bound)`
  const below = after && sql`(l.created_at, l.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
  const hopeful = sql`(select distinct part, value from newest where created_at >= ${bound}) as p`
  const { rows } = await sql<Found>`
    with newest as materialized (
      ${eachPart(search, partsOf(search), sql`p.part, p.value, l.created_at`, [below], newestFirst(share))}
    ), bound as (
      select coalesce((
        select created_at from newest order by created_at desc offset ${wanted - 1} limit 1
      ), '-infinity') as created_at
    )
    select e.*, e.created_at::text as at from (
      ${eachPart(search, hopeful, columns, [below, sql`l.created_at >= ${bound}`], newestFirst(wanted))}
    ) e order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Returns the number of matching events, exact up to `mostCounted`, otherwise one more. */
export async function countEvents(db: Db, search: Search): Promise<number> {
  const most = maxCounted + 1
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from (${eachPart(search, partsOf(search), sql`1`, [], sql`limit ${most}`)}) e limit ${most}
    ) counted`.execute(db)
  return rows[0]?.total ?? 0
}

const columns = sql.raw(
  [
    'id',
    'created_at',
    'action',
    'outcome',
    'actor_type',
    'actor_id',
    'actor_email',
    'platform_id',
    'platform_slug',
    'target_type',
    'target_id',
    'target_name',
    'ip',
    'user_agent',
    'metadata',
  ]
    .map((column) => `l.${column}`)
    .join(', '),
)
const newestFirst = (most: number) => sql`order by l.created_at desc, l.id desc limit ${most}`

/** Returns the index ranges of a search. `value` is null for all events of a platform. */
const partsOf = ({ platformIds, stretch }: Search): RawBuilder<unknown> =>
  stretch
    ? sql`unnest(${platformIds}::uuid[], ${stretch.values}::text[]) as p(part, value)`
    : sql`(select part, null as value from unnest(${platformIds}::uuid[]) as part) as p`

/**
 * Selects `what` of the matches in each of `parts` and of the account's own events, each with the
 * clause `ending`. Each range then reads its index in order and stops early, which the policy's OR
 * condition would prevent.
 */
function eachPart(
  { stretch, ownAccountId, filters }: Search,
  parts: RawBuilder<unknown>,
  what: RawBuilder<unknown>,
  more: readonly (RawBuilder<unknown> | undefined)[],
  ending: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const filterFor = (asked: Filters) =>
    sql.join([sql``, ...conditionsOf(asked), ...more.filter(isGiven)], sql` and `)
  const inStretch = stretch ? sql`and ${sql.ref(`l.${stretch.column}`)} = p.value` : sql``
  const ofPlatforms = sql`
    select l.* from ${parts} cross join lateral (
      select ${what} from audit.audit_log l
      where l.platform_id = p.part ${inStretch} ${filterFor(leftOf(filters, stretch))} ${ending}) l`
  if (ownAccountId === undefined) return ofPlatforms
  return sql`
    (select ${what} from audit.audit_log l, (values (null::uuid, null)) as p(part, value)
     where l.platform_id is null and l.actor_id = ${ownAccountId} ${filterFor(filters)} ${ending})
    union all (${ofPlatforms})`
}

const isGiven = <T>(each: T | undefined): each is T => each !== undefined

/** Returns the filters that the index range does not already apply. */
const leftOf = (filters: Filters, stretch: Search['stretch']): Filters => ({
  ...filters,
  ...(stretch?.column === 'action' && { action: undefined }),
  ...(stretch?.column === 'actor_email' && { actorEmail: undefined }),
})

function conditionsOf({ action, actorEmail, from, to }: Filters): RawBuilder<unknown>[] {
  const wanted = action === undefined ? undefined : actionFilter(action)
  return [
    ...(wanted && 'exact' in wanted ? [sql`l.action = ${wanted.exact}`] : []),
    ...(wanted && 'prefix' in wanted ? [prefixFilter(wanted.prefix)(sql.ref('l.action'))] : []),
    ...(actorEmail ? [addressFilter(actorEmail)(sql.ref('l.actor_email'))] : []),
    ...(from === undefined ? [] : [sql`l.created_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`l.created_at < ${new Date(to)}`]),
  ]
}

/** Returns the position of an event, or undefined if the account may not read it. */
export async function findPosition(db: Db, id: string): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select created_at::text as at, id from audit.audit_log where id = ${id}`.execute(db)
  return rows[0]
}

/** Returns whether the account viewed the log after `since`. */
export async function hasViewed(db: Db, accountId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('audit.auditLog')
    .select('id')
    .where('platformId', 'is', null)
    .where('actorId', '=', accountId)
    .where('createdAt', '>', since)
    .where('action', '=', 'AUDIT_LOG_VIEWED')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the account's views, so two pages opened concurrently record one view. */
export async function lockViews(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`view log ${accountId}`}, 0))`.execute(
    tx,
  )
}
