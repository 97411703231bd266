import type { Db, Tx } from '../../database/connect.ts'

/** Whoever may ask for a new password with this canonical address; undefined when nobody may. */
export function findAsking(db: Db, platformId: string, emailKey: string) {
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

/** When links were made for the member since a moment. */
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

/** The link that can still be used, with the member it is for, whose password is the platform’s. */
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

/** Ends every link of the member that could still be used. */
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

/** Forgets the member’s links made before `limit`, so that no member has more than a few. */
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
