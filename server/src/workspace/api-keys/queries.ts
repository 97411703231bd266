import type { ApiKey } from '@stowage/contract/workspace/api-keys'
import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareRead } from '../../database/prepared.ts'
import type { Tables } from '../../database/tables.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'

const columns = [
  'keyId as id',
  'name',
  'prefix',
  'permissions',
  'warehouseIds',
  'createdBy',
  'createdAt',
  'lastUsedAt',
  'expiresAt',
  'previousUntil',
  'revokedAt',
] as const

const selectKeys = (db: Db, platformId: string) =>
  db
    .selectFrom('tenant.apiKeys')
    .select(columns)
    .select(nameOfMember(platformId, sql.ref('created_by')).as('createdByName'))
    .where('platformId', '=', platformId)

export type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>

export function toReply({ previousUntil, ...row }: KeyRow, at: Date): ApiKey {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    previousUntil: previousUntil && previousUntil > at ? previousUntil.toISOString() : null,
  }
}

/** Lists all keys, newest first, the revoked ones at the end. */
export const listKeys = (db: Db, platformId: string): Promise<KeyRow[]> =>
  selectKeys(db, platformId)
    .orderBy(sql`revoked_at is not null`)
    .orderBy('createdAt', 'desc')
    .orderBy('keyId')
    .execute()

export const findKey = (db: Db, platformId: string, id: string): Promise<KeyRow | undefined> =>
  selectKeys(db, platformId).where('keyId', '=', id).executeTakeFirst()

/** Locks a key, so concurrent rotations run one after the other. */
export const lockKey = (tx: Tx, platformId: string, id: string): Promise<KeyRow | undefined> =>
  selectKeys(tx, platformId).where('keyId', '=', id).forUpdate().executeTakeFirst()

type Found = {
  platformId: string
  slug: string
  id: string
  name: string
  hash: Buffer
  previousHash: Buffer | null
  permissions: string[]
  warehouseIds: string[] | null
  lastUsedAt: Date | null
}

/**
 * Returns the live key of this prefix on the platform behind `slug`. Runs on every request of a key,
 * so it sets the platform scope in the same statement and needs no transaction.
 */
export const findLiveKey = prepareRead(
  (_: Db, slug: string, prefix: string, at: Date) => sql<Found>`
    select entered.id as platform_id, entered.slug, k.*
    from (
      select p.slug, set_config('app.platform_id', p.id::text, true)::uuid as id
      from authz.platform_by_slug(${slug}, ${at}) p where p.status = 'active'
      offset 0
    ) entered
    cross join lateral (
      select key_id as id, name, hash, permissions, warehouse_ids, last_used_at,
        case when previous_until > ${at} then previous_hash end as previous_hash
      from tenant.api_keys
      where platform_id = entered.id and prefix = ${prefix} and revoked_at is null
        and (expires_at is null or expires_at > ${at})
      -- Keeps the planner from reading the table before the scope is set.
      offset 0
    ) k`,
)

export async function insertKey(
  tx: Tx,
  platformId: string,
  key: Omit<Insertable<Tables['tenant.apiKeys']>, 'platformId'>,
): Promise<void> {
  await tx
    .insertInto('tenant.apiKeys')
    .values({ platformId, ...key })
    .execute()
}

/** Replaces the secret. The one before is accepted until `previousUntil`, null for not at all. */
export async function replaceHash(
  tx: Tx,
  platformId: string,
  id: string,
  { hash, previousUntil }: { hash: Buffer; previousUntil: Date | null },
): Promise<void> {
  await tx
    .updateTable('tenant.apiKeys')
    .set((row) => ({
      hash,
      previousHash: previousUntil ? row.ref('hash') : null,
      previousUntil,
    }))
    .where('platformId', '=', platformId)
    .where('keyId', '=', id)
    .execute()
}

export async function saveRevocation(tx: Tx, platformId: string, id: string, at: Date) {
  await tx
    .updateTable('tenant.apiKeys')
    .set({ revokedAt: at })
    .where('platformId', '=', platformId)
    .where('keyId', '=', id)
    .execute()
}

/** Records the time of a use, unless a concurrent request has recorded a later one. */
export async function saveUse(tx: Tx, platformId: string, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('tenant.apiKeys')
    .set({ lastUsedAt: at })
    .where('platformId', '=', platformId)
    .where('keyId', '=', id)
    .where((row) => row.or([row('lastUsedAt', 'is', null), row('lastUsedAt', '<', at)]))
    .execute()
}

/** Returns how many of these warehouses exist. */
export async function countSites(db: Db, platformId: string, ids: readonly string[]) {
  const { count } = await db
    .selectFrom('tenant.warehouses')
    .select((all) => all.fn.countAll<string>().as('count'))
    .where('platformId', '=', platformId)
    .where('warehouseId', 'in', [...ids])
    .where('kind', '=', 'site')
    .executeTakeFirstOrThrow()
  return Number(count)
}
