import type { Tx } from '../../database/connect.ts'

/** Forgets ceremonies nobody finished in time. */
export async function deleteExpiredChallenges(tx: Tx, at: Date): Promise<void> {
  await tx.deleteFrom('identity.passkeyChallenges').where('expiresAt', '<', at).execute()
}
