import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { searchTerms } from './rules.ts'

/** So many items are named one by one. */
const mostNamed = 5_000
/** The past of so many, and so many movements of them, are gathered; more are read, newest first. */
const mostLookedUp = 1_000
const mostGathered = 50_000

type Named = { terms: string; ids: string[] | undefined }

/**
 * The items a search finds, undefined where they are too many to be named; null where something was typed
 * and nothing of it is a word. Under row-level security the text index is of no use to a query of ours,
 * so it is asked beforehand.
 */
async function findNamed(db: Db, q: string): Promise<Named | null> {
  const terms = searchTerms(q)
  if (terms === undefined) return null
  const { rows } = await sql<{ id: string }>`
    select i as id from authz.variants_with(${terms}, ${mostNamed + 1}) as i`.execute(db)
  return { terms, ids: rows.length > mostNamed ? undefined : rows.map(({ id }) => id) }
}

/** The condition that a search puts on items `v`; undefined where nothing was typed. */
export async function itemsWith(
  db: Db,
  q: string | undefined,
): Promise<RawBuilder<boolean> | undefined> {
  if (!q) return undefined
  const named = await findNamed(db, q)
  if (!named) return sql`false`
  const { ids, terms } = named
  return ids ? sql`v.variant_id = any (${ids}::uuid[])` : sql`v.search @@ ${terms}::tsquery`
}

/**
 * The conditions that a search puts on buckets `b` whose movements are listed by time: for the page, and
 * for the count. `areFew` where all movements of these buckets are sooner gathered than found among the
 * newest of all. What `is true` is said of is looked at row by row, and never by an index on the items.
 */
export async function bucketsWith(
  db: Db,
  platformId: string,
  q: string | undefined,
): Promise<{ shown: RawBuilder<boolean>; counted: RawBuilder<boolean>; areFew: boolean }> {
  const both = (shown: RawBuilder<boolean>, areFew = false) => ({ shown, counted: shown, areFew })
  if (!q) return both(sql`true`)
  const named = await findNamed(db, q)
  if (!named) return both(sql`false`)
  const { ids, terms } = named
  const rowByRow = sql<boolean>`(b.variant_id in (
    select authz.variants_with(${terms}, 2147483647))) is true`
  if (!ids) return both(rowByRow)
  const byItem = sql<boolean>`b.variant_id = any (${ids}::uuid[])`
  if (ids.length <= mostLookedUp && (await countEntries(db, platformId, ids)) <= mostGathered)
    return both(byItem, true)
  return { shown: rowByRow, counted: byItem, areFew: false }
}

/** How many movements these items have had: each bucket numbers its own. */
async function countEntries(db: Db, platformId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ entries: string }>`
    select coalesce(sum(last_seq), 0) as entries from tenant.stock_buckets
    where platform_id = ${platformId} and variant_id = any (${ids}::uuid[])`.execute(db)
  return Number(rows[0]?.entries)
}
