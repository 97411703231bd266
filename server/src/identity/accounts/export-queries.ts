import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/** Lists the account's sessions, including ended ones, newest first. */
export function listAllSessions(db: Db, accountId: string, most: number) {
  return db
    .selectFrom('identity.sessions')
    .select(['sid as id', 'createdAt', 'lastSeenAt', 'expiresAt', 'revokedAt as endedAt'])
    .select(['endReason', 'ip', 'userAgent', 'amr'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute()
}

export function listPasskeys(db: Db, accountId: string) {
  return db
    .selectFrom('identity.passkeys')
    .select(['id', 'name', 'deviceType', 'backedUp', 'createdAt', 'lastUsedAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .execute()
}

/** Returns when the authenticator was added and how many backup codes are left. */
export async function findSecondFactor(db: Db, accountId: string) {
  const { rows } = await sql<{ since: Date | null; generatedAt: Date | null; left: number }>`
    select
      (select created_at from identity.totp_factors
        where account_id = ${accountId} and state = 'active') as since,
      (select generated_at from identity.backup_batches where account_id = ${accountId})
        as generated_at,
      (select count(*)::int from identity.backup_codes
        where account_id = ${accountId} and used_at is null) as left
  `.execute(db)
  return rows[0]
}

/** Lists the account's own events, newest first, as far as row-level security shows them. */
export function listOwnEvents(db: Db, accountId: string, most: number) {
  return db
    .selectFrom('audit.auditLog')
    .select(['id', 'createdAt', 'action', 'outcome', 'platformId', 'platformSlug'])
    .select(['targetType', 'targetId', 'targetName', 'ip', 'userAgent', 'metadata'])
    .where('actorId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
