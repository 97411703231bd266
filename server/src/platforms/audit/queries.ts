import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { contains } from '../../database/like.ts'
import { actionFilter, type Row } from './rules.ts'

/** Milliseconds a search may take before it is given up; a part of an address fits no index. */
const patience = 2_000
/** Events counted at most: as many as can be paged through, for `offset` goes no further. */
const mostCounted = 100_100

/** Whose events: of these platforms, and, where given, this account's own outside any platform. */
export type Visible = { platformIds: readonly string[]; ownAccountId: string | undefined }

type Search = {
  limit: number
  offset: number
  action?: string | undefined
  actorEmail?: string | undefined
}

/** The platforms whose log the account may read. */
export async function readablePlatforms(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select authz.audit_platforms(${accountId}) as ids,
      set_config('statement_timeout', ${String(patience)}, true)`.execute(db)
  return rows[0]?.ids ?? []
}

/** One page of events, newest first. Ends with 57014 when it takes over two seconds. */
export async function listEvents(db: Db, visible: Visible, search: Search): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from (${matching(visible, search, newest(search.offset + search.limit))}) e
    order by created_at desc, id desc
    limit ${search.limit} offset ${search.offset}`.execute(db)
  return rows
}

/** How many events match, exactly up to `mostCounted`. */
export async function countEvents(db: Db, visible: Visible, search: Search): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from (${matching(visible, search, sql`limit ${mostCounted}`)}) e limit ${mostCounted}
    ) counted`.execute(db)
  return rows[0]?.total ?? 0
}

const newest = (most: number) => sql`order by l.created_at desc, l.id desc limit ${most}`

/**
 * The matches of each platform, and of the account's own, each part ended by `ending`. Taken apart
 * this way a part reads its index in order and stops early; the policy's "or" over all could not.
 */
function matching(
  { platformIds, ownAccountId }: Visible,
  { action, actorEmail }: Search,
  ending: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const wanted = action === undefined ? undefined : actionFilter(action)
  const filters = sql.join(
    [
      sql``,
      ...(wanted && 'exact' in wanted ? [sql`l.action = ${wanted.exact}`] : []),
      ...(wanted && 'prefix' in wanted ? [sql`starts_with(l.action, ${wanted.prefix})`] : []),
      ...(actorEmail ? [sql`l.actor_email ilike ${contains(actorEmail)}`] : []),
    ],
    sql` and `,
  )
  const ofPlatforms = sql`
    select l.* from unnest(${platformIds}::uuid[]) as p(id) cross join lateral (
      select l.* from audit.audit_log l where l.platform_id = p.id ${filters} ${ending}) l`
  if (ownAccountId === undefined) return ofPlatforms
  return sql`
    (select l.* from audit.audit_log l
     where l.platform_id is null and l.actor_id = ${ownAccountId} ${filters} ${ending})
    union all (${ofPlatforms})`
}

/** True when the account opened the log after `since`. */
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

/** Lets one account note one view at a time, so that two pages opened at once note it once. */
export async function lockViews(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`view log ${accountId}`}, 0))`.execute(
    tx,
  )
}
