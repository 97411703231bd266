import { slugPattern } from '@stowage/contract/slugs'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareRead } from '../../database/prepared.ts'
import type { Holder } from './rules.ts'

type Found = { id: string; name: string; slug: string; status: string; logoKey: string | null }

/** Returns the platform with this current or former slug, or undefined. */
export async function findPlatform(db: Db, slug: string, at: Date): Promise<Found | undefined> {
  return slugPattern.test(slug) ? findBySlug(db, slug, at) : undefined
}

const findBySlug = prepareRead(
  (_: Db, slug: string, at: Date) =>
    sql<Found>`select id, name, slug, status, logo_key from authz.platform_by_slug(${slug}, ${at})`,
)

type Membership = { memberId: string; role: string; slug: string }

/** Returns the account's role on a platform, or undefined without a usable membership. */
export async function findRole(
  db: Db,
  accountId: string,
  platformId: string,
): Promise<Membership | undefined> {
  const { rows } = await sql<Membership>`
    select member_id, role, platform_slug as slug
    from authz.role_on(${accountId}, ${platformId})`.execute(db)
  return rows[0]
}

type Mine = Omit<Found, 'status'> & { createdAt: Date; role: string }

/** Lists the platforms an operator owns or has permissions on, newest first. */
export async function listPlatforms(db: Db, accountId: string): Promise<Mine[]> {
  const { rows } = await sql<Mine>`select * from authz.platforms_of(${accountId})`.execute(db)
  return rows
}

/** Returns the number of members of each platform without its owner, by platform. */
export async function countMembers(db: Db, accountId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ platformId: string; members: number }>`
    select platform_id, members from authz.member_counts(${accountId})`.execute(db)
  return new Map(rows.map(({ platformId, members }) => [platformId, members]))
}

/** Lists the ids of the platforms the account owns. */
export async function listOwned(db: Db, accountId: string): Promise<string[]> {
  const platforms = await listPlatforms(db, accountId)
  return platforms.filter(({ role }) => role === 'owner').map(({ id }) => id)
}

/** Locks platform creation of one account, so the quota check holds. */
export async function lockCreation(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`create platform ${accountId}`}, 0))`.execute(
    tx,
  )
}

export async function findHolder(db: Db, slug: string): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`select * from authz.slug_holder(${slug})`.execute(db)
  return rows[0]
}

/** Returns the first of these slugs that was never used. */
export async function findFree(db: Db, slugs: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select c.slug from unnest(${slugs}::text[]) with ordinality as c(slug, place)
    where not exists (select from authz.slug_holder(c.slug))
    order by c.place limit 1`.execute(db)
  return rows[0]?.slug
}

const columns = ['platformId as id', 'name', 'slug', 'logoKey', 'version', 'createdAt'] as const

export function findById(db: Db, platformId: string) {
  return db
    .selectFrom('tenant.platforms')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
}

/** Locks the platform, so its version and slug change one at a time. */
export function lockPlatform(tx: Tx, platformId: string) {
  return tx
    .selectFrom('tenant.platforms')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('status', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
}

type NewPlatform = { platformId: string; name: string; slug: string; at: Date }

export async function insertPlatform(tx: Tx, { at, ...platform }: NewPlatform): Promise<void> {
  await tx
    .insertInto('tenant.platforms')
    .values({ ...platform, createdAt: at, updatedAt: at })
    .execute()
}

export async function savePlatform(
  tx: Tx,
  platformId: string,
  { at, ...values }: { name: string; slug: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('tenant.platforms')
    .set((row) => ({ ...values, version: row('version', '+', 1), updatedAt: at }))
    .where('platformId', '=', platformId)
    .execute()
}

/** Sets or clears the logo key without a new version, so open forms are not disturbed. */
export async function saveLogoKey(
  tx: Tx,
  platformId: string,
  logoKey: string | null,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('tenant.platforms')
    .set({ logoKey, updatedAt: at })
    .where('platformId', '=', platformId)
    .execute()
}

type Status = 'active' | 'suspended'

/**
 * Changes the platform's status if it was `from`. Returns the updated platform, or undefined. For a
 * platform that waits for its owner's decision, this changes the status it gets when kept.
 */
export function setPlatformStatus(tx: Tx, platformId: string, from: Status, to: Status, at: Date) {
  return tx
    .updateTable('tenant.platforms')
    .set((row) => ({
      status: sql<Status>`case when kept_status is null then ${to} else status end`,
      keptStatus: sql<Status | null>`case when kept_status is null then null else ${to} end`,
      version: row('version', '+', 1),
      updatedAt: at,
    }))
    .where('platformId', '=', platformId)
    .where((row) => row(row.fn.coalesce('keptStatus', 'status'), '=', from))
    .returning(columns)
    .executeTakeFirst()
}

/**
 * Suspends the platform until its owner keeps it. Returns undefined if it is deleted or already
 * suspended this way.
 */
export function suspendPlatform(tx: Tx, platformId: string, at: Date) {
  return tx
    .updateTable('tenant.platforms')
    .set((row) => ({
      status: 'suspended',
      keptStatus: row.ref('status'),
      version: row('version', '+', 1),
      updatedAt: at,
    }))
    .where('platformId', '=', platformId)
    .where('keptStatus', 'is', null)
    .where('status', '<>', 'deleted')
    .returning(columns)
    .executeTakeFirst()
}

/** Restores the status from before `suspendPlatform`. Returns undefined if no decision is due. */
export function resumePlatform(tx: Tx, platformId: string, at: Date) {
  return tx
    .updateTable('tenant.platforms')
    .set((row) => ({
      status: sql<Status>`kept_status`,
      keptStatus: null,
      version: row('version', '+', 1),
      updatedAt: at,
    }))
    .where('platformId', '=', platformId)
    .where('keptStatus', 'is not', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Lists the platforms this account has to keep or delete. */
export async function listUndecided(db: Db, accountId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from authz.platforms_to_decide(${accountId}) as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Lists all current and former slugs of the platform. */
export async function listSlugs(db: Db, platformId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tenant.slugHistory')
    .select('slug')
    .where('platformId', '=', platformId)
    .execute()
  return rows.map(({ slug }) => slug)
}

export async function insertSlug(tx: Tx, platformId: string, slug: string): Promise<void> {
  await tx.insertInto('tenant.slugHistory').values({ platformId, slug }).execute()
}

type Parking = { releasedAt: Date | null; resolvesUntil: Date | null; closedUntil: Date | null }

/** Marks a slug of the platform as former. All null makes it current again. Returns false if it has no such slug. */
export async function parkSlug(
  tx: Tx,
  platformId: string,
  slug: string,
  parking: Parking,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tenant.slugHistory')
    .set(parking)
    .where('platformId', '=', platformId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a former slug of the platform. A current slug is not deleted. */
export async function deleteParkedSlug(tx: Tx, platformId: string, slug: string): Promise<void> {
  await tx
    .deleteFrom('tenant.slugHistory')
    .where('platformId', '=', platformId)
    .where('slug', '=', slug)
    .where('releasedAt', 'is not', null)
    .execute()
}

type Deletion = { by: string; purgesAt: Date; at: Date }

/** Marks the platform as deleted, which hides it everywhere. `by` is the owner's account. */
export async function markDeleted(
  tx: Tx,
  platformId: string,
  { by, purgesAt, at }: Deletion,
): Promise<void> {
  await tx
    .updateTable('tenant.platforms')
    .set((row) => ({
      status: 'deleted',
      keptStatus: null,
      deletedBy: by,
      purgesAt,
      version: row('version', '+', 1),
      updatedAt: at,
    }))
    .where('platformId', '=', platformId)
    .execute()
}

/** Lists the ids of deleted platforms with data to purge at `at`, longest due first. */
export async function listToPurge(db: Db, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from authz.platforms_to_purge(${at}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a deleted platform. Returns undefined if it has nothing to purge at `at`. */
export function lockDeleted(tx: Tx, platformId: string, at: Date) {
  return tx
    .selectFrom('tenant.platforms')
    .select(['name', 'slug'])
    .where('platformId', '=', platformId)
    .where('purgesAt', '<=', at)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Returns when the last slug of a deleted platform becomes available to everyone, or undefined if
 * it has none.
 */
export async function latestClosure(db: Db, platformId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('tenant.slugHistory')
    .select((paths) => paths.fn.max('closedUntil').as('until'))
    .where('platformId', '=', platformId)
    .executeTakeFirst()
  return row?.until ?? undefined
}

/** Clears the row of a deleted platform except what reserves its slugs until `purgesAt`. */
export async function emptyRow(
  tx: Tx,
  platformId: string,
  purgesAt: Date,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('tenant.platforms')
    .set({ name: '', logoKey: null, purgesAt, updatedAt: at })
    .where('platformId', '=', platformId)
    .execute()
}

/**
 * Deletes the warehouse data of the platform. If it has stock and is not deleted, the database
 * keeps the data and the platform.
 */
export async function emptyWarehouse(tx: Tx, platformId: string): Promise<void> {
  await sql`select stock.empty(${platformId})`.execute(tx)
}

/**
 * Deletes a platform without members and frees its slugs. Foreign keys refuse it while other data
 * references it.
 */
export async function deletePlatform(tx: Tx, platformId: string): Promise<void> {
  await tx.deleteFrom('tenant.slugHistory').where('platformId', '=', platformId).execute()
  await tx.deleteFrom('tenant.platforms').where('platformId', '=', platformId).execute()
}
