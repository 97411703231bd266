import type { Tx } from '../../database/connect.ts'

/** What a challenge is good for: one ceremony, in one session where there is one already. */
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

/** A session has one open challenge for each ceremony: the one it began last. */
export async function deleteChallenges(tx: Tx, { ceremony, sessionId }: Ceremony): Promise<void> {
  await tx
    .deleteFrom('identity.passkeyChallenges')
    .where('ceremony', '=', ceremony)
    .where('sessionId', '=', sessionId)
    .execute()
}

/** Takes a challenge out, so that nobody else can; undefined when there is none in force. */
export async function takeChallenge(
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

/** Clears away what nobody has answered in time. */
export async function deleteStaleChallenges(tx: Tx, at: Date): Promise<void> {
  await tx.deleteFrom('identity.passkeyChallenges').where('expiresAt', '<', at).execute()
}
