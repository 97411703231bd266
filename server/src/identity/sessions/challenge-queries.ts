import type { Tx } from '../../database/connect.ts'

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

export async function insertChallenge(tx: Tx, challenge: NewChallenge): Promise<void> {
  await tx.insertInto('identity.loginChallenges').values(challenge).execute()
}

/** A newer first step takes the place of an older one at the same door. */
export async function closeChallenges(
  tx: Tx,
  {
    accountId,
    plane,
    platformId,
    at,
  }: Pick<NewChallenge, 'accountId' | 'plane' | 'platformId'> & {
    at: Date
  },
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
