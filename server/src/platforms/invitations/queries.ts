import type { Db, Tx } from '../../database/connect.ts'

type Invitation = { tokenHash: Buffer; createdAt: Date; expiresAt: Date }

/** Inserts or replaces the member's invitation, which invalidates the earlier link. */
export async function saveInvitation(
  tx: Tx,
  platformId: string,
  memberId: string,
  invitation: Invitation,
): Promise<void> {
  await tx
    .insertInto('tenant.invitations')
    .values({ platformId, memberId, ...invitation })
    .onConflict((conflict) =>
      conflict.columns(['platformId', 'memberId']).doUpdateSet({ ...invitation }),
    )
    .execute()
}

/** Returns the invited member of a valid token, otherwise undefined. */
export function findInvited(db: Db, platformId: string, tokenHash: Buffer, at: Date) {
  return db
    .selectFrom('tenant.invitations as i')
    .innerJoin('tenant.members as m', (join) =>
      join.onRef('m.platformId', '=', 'i.platformId').onRef('m.id', '=', 'i.memberId'),
    )
    .select(['m.id', 'm.email', 'm.emailKey'])
    .where('i.platformId', '=', platformId)
    .where('i.tokenHash', '=', tokenHash)
    .where('i.expiresAt', '>', at)
    .executeTakeFirst()
}

/** Consumes the token. Returns true for only one of several concurrent callers. */
export async function consumeInvitation(
  tx: Tx,
  platformId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('tenant.invitations')
    .where('platformId', '=', platformId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', at)
    .returning('memberId')
    .executeTakeFirst()
  return row !== undefined
}
