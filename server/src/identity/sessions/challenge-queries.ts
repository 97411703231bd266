import type { Db, Tx } from '../../database/connect.ts'

export type NewChallenge = {
  tokenHash: Buffer
  accountId: string
  plane: 'operator' | 'tenant'
  platformId: string | null
  amr: string[]
  authEpoch: number
  createdAt: Date
  expiresAt: Date
  ip: string
  userAgent: string | null
}
type SignInScope = Pick<NewChallenge, 'accountId' | 'plane' | 'platformId'>

export async function insertChallenge(tx: Tx, challenge: NewChallenge): Promise<void> {
  await tx.insertInto('identity.loginChallenges').values(challenge).execute()
}

/** Returns the pending second step for this platform, or for operators if null. */
export function findChallenge(db: Db, tokenHash: Buffer, platformId: string | null) {
  return db
    .selectFrom('identity.loginChallenges')
    .select(['tokenHash', 'accountId', 'amr', 'authEpoch'])
    .where('tokenHash', '=', tokenHash)
    .where('platformId', 'is not distinct from', platformId)
    .executeTakeFirst()
}

/** Counts one more attempt. Returns the new count, or undefined if no attempts are left. */
export async function countAttempt(
  tx: Tx,
  tokenHash: Buffer,
  { at, most }: { at: Date; most: number },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('identity.loginChallenges')
    .set((challenge) => ({ attempts: challenge('attempts', '+', 1) }))
    .where('tokenHash', '=', tokenHash)
    .where('attempts', '<', most)
    .where('closedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts
}

/**
 * Returns how many codes were wrong or are being verified in the account's sign-ins since a time.
 */
export async function countAttemptsSince(db: Db, accountId: string, since: Date): Promise<number> {
  const { attempts } = await db
    .selectFrom('identity.loginChallenges')
    .select((row) => row.fn.sum<string | null>('attempts').as('attempts'))
    .where('accountId', '=', accountId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(attempts)
}

/**
 * Marks the second step as passed. Returns true for only one of several concurrent codes. A passed
 * code does not count as wrong.
 */
export async function passChallenge(tx: Tx, tokenHash: Buffer, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('identity.loginChallenges')
    .set((challenge) => ({ closedAt: at, attempts: challenge('attempts', '-', 1) }))
    .where('tokenHash', '=', tokenHash)
    .where('closedAt', 'is', null)
    .returning('tokenHash')
    .executeTakeFirst()
  return row !== undefined
}

/** Closes earlier second steps of the account, which a newer first step replaces. */
export async function closeChallenges(
  tx: Tx,
  { accountId, plane, platformId, at }: SignInScope & { at: Date },
): Promise<void> {
  await tx
    .updateTable('identity.loginChallenges')
    .set({ closedAt: at })
    .where('accountId', '=', accountId)
    .where('plane', '=', plane)
    .where('platformId', 'is not distinct from', platformId)
    .where('closedAt', 'is', null)
    .execute()
}

/** Deletes the second steps that expired before this time. */
export async function deleteChallengesBefore(tx: Tx, expiredBefore: Date): Promise<void> {
  await tx.deleteFrom('identity.loginChallenges').where('expiresAt', '<=', expiredBefore).execute()
}
