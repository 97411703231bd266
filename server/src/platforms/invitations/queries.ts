import type { Db, Tx } from '../../database/connect.ts'

type Invitation = { tokenHash: Buffer; createdAt: Date; expiresAt: Date }

/** Gives the member this invitation; the link of the one before is worthless from now on. */
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

/** Who is invited by a token that is good at `at`; undefined for every other token. */
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

/** Uses the token up: true for the one caller that may act on it. */
export async function takeInvitation(
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
