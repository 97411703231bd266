import type { Tx } from '../../database/connect.ts'

/** The ceremony a challenge is valid for, and the session if there is one. */
export type Ceremony =
  | { ceremony: 'sign_in'; sessionId: null }
  | { ceremony: 'register' | 'reauthenticate'; sessionId: string }

type Challenge = { id: string; challenge: string; expiresAt: Date }

export async function insertChallenge(
  tx: Tx,
  purpose: Ceremony,
  challenge: Challenge,
): Promise<void> {
  await tx
    .insertInto('identity.passkeyChallenges')
    .values({ ...challenge, ...purpose })
    .execute()
}

/**
 * Deletes the session's challenges for this ceremony. A session has one open challenge per
 * ceremony.
 */
export async function deleteChallenges(tx: Tx, { ceremony, sessionId }: Ceremony): Promise<void> {
  await tx
    .deleteFrom('identity.passkeyChallenges')
    .where('ceremony', '=', ceremony)
    .where('sessionId', '=', sessionId)
    .execute()
}

/**
 * Deletes and returns a valid challenge, so it is used only once. Returns undefined if there is
 * none.
 */
export async function consumeChallenge(
  tx: Tx,
  { ceremony, sessionId }: Ceremony,
  { id, at }: { id?: string; at: Date },
): Promise<string | undefined> {
  let query = tx
    .deleteFrom('identity.passkeyChallenges')
    .where('ceremony', '=', ceremony)
    .where('sessionId', 'is not distinct from', sessionId)
  if (id) query = query.where('id', '=', id)
  const taken = await query.returning(['challenge', 'expiresAt']).executeTakeFirst()
  return taken && taken.expiresAt > at ? taken.challenge : undefined
}

/** Deletes expired challenges. */
export async function deleteStaleChallenges(tx: Tx, at: Date): Promise<void> {
  await tx.deleteFrom('identity.passkeyChallenges').where('expiresAt', '<', at).execute()
}
