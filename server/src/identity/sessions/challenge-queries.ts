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
type Door = Pick<NewChallenge, 'accountId' | 'plane' | 'platformId'>

export async function insertChallenge(tx: Tx, challenge: NewChallenge): Promise<void> {
  await tx.insertInto('identity.loginChallenges').values(challenge).execute()
}

/** What a first step left behind at this platform's door, or at the operators' for null. */
export function findChallenge(db: Db, tokenHash: Buffer, platformId: string | null) {
  return db
    .selectFrom('identity.loginChallenges')
    .select(['tokenHash', 'accountId', 'amr', 'authEpoch'])
    .where('tokenHash', '=', tokenHash)
    .where('platformId', 'is not distinct from', platformId)
    .executeTakeFirst()
}

/** Counts one more code; how many that makes, or undefined when it may take no more. */
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

/** How many codes were wrong, or are being judged, in the sign-ins an account began since a moment. */
export async function countAttemptsSince(db: Db, accountId: string, since: Date): Promise<number> {
  const { attempts } = await db
    .selectFrom('identity.loginChallenges')
    .select((row) => row.fn.sum<string | null>('attempts').as('attempts'))
    .where('accountId', '=', accountId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(attempts)
}

/** True for the one code that may pass; it does not count among the wrong ones. */
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

/** A newer first step takes the place of an older one at the same door. */
export async function closeChallenges(
  tx: Tx,
  { accountId, plane, platformId, at }: Door & { at: Date },
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

/** Forgets the second steps that were over before this moment. */
export async function deleteChallengesBefore(tx: Tx, expiredBefore: Date): Promise<void> {
  await tx.deleteFrom('identity.loginChallenges').where('expiresAt', '<=', expiredBefore).execute()
}
