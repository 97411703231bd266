import type { Db, Tx } from '../../database/connect.ts'

/** Returns the member with this canonical address if it may reset its password. */
export function findRequester(db: Db, platformId: string, emailKey: string) {
  return db
    .selectFrom('tenant.members as m')
    .innerJoin('tenant.platforms as p', 'p.platformId', 'm.platformId')
    .select(['m.id', 'm.email', 'm.firstName', 'm.accountId'])
    .select(['p.name as platformName', 'p.slug as platformSlug'])
    .where('m.platformId', '=', platformId)
    .where('m.emailKey', '=', emailKey)
    .where('m.status', '=', 'active')
    .where('p.status', '=', 'active')
    .executeTakeFirst()
}

type NewToken = { tokenHash: Buffer; memberId: string; createdAt: Date; expiresAt: Date }

export async function insertToken(tx: Tx, platformId: string, token: NewToken): Promise<void> {
  await tx
    .insertInto('tenant.memberTokens')
    .values({ platformId, ...token })
    .execute()
}

/** Lists when links were created for the member since a time. */
export async function listRecentTokens(
  db: Db,
  platformId: string,
  memberId: string,
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('tenant.memberTokens')
    .select('createdAt')
    .where('platformId', '=', platformId)
    .where('memberId', '=', memberId)
    .where('createdAt', '>', since)
    .execute()
  return rows.map(({ createdAt }) => createdAt)
}

/** Returns a valid link and its member, who has a platform password. */
export function findToken(db: Db, platformId: string, tokenHash: Buffer, at: Date) {
  return db
    .selectFrom('tenant.memberTokens as t')
    .innerJoin('tenant.members as m', (join) =>
      join.onRef('m.platformId', '=', 't.platformId').onRef('m.id', '=', 't.memberId'),
    )
    .select(['m.id', 'm.email', 'm.firstName'])
    .where('t.platformId', '=', platformId)
    .where('t.tokenHash', '=', tokenHash)
    .where('t.endedAt', 'is', null)
    .where('t.expiresAt', '>', at)
    .where('m.status', '=', 'active')
    .where('m.accountId', 'is', null)
    .executeTakeFirst()
}

/** Invalidates all links of the member. */
export async function endTokens(
  tx: Tx,
  platformId: string,
  memberId: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('tenant.memberTokens')
    .set({ endedAt: at })
    .where('platformId', '=', platformId)
    .where('memberId', '=', memberId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Deletes the member's links created before `limit`, to keep few per member. */
export async function deleteTokens(
  tx: Tx,
  platformId: string,
  memberId: string,
  limit: Date,
): Promise<void> {
  await tx
    .deleteFrom('tenant.memberTokens')
    .where('platformId', '=', platformId)
    .where('memberId', '=', memberId)
    .where('createdAt', '<=', limit)
    .execute()
}
