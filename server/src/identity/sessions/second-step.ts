import { createHash, randomBytes } from 'node:crypto'
import type { SecondFactorDemand } from '@stowage/contract/identity/sessions'
import type { Tx } from '../../database/connect.ts'
import type { Origin } from '../../http/actor.ts'
import { findSecondFactors } from '../two-factor/methods.ts'
import { closeChallenges, insertChallenge } from './challenge-queries.ts'

const lifetimeSeconds = 300

/** Under which a second step is found; the token itself is not stored. */
export const challengeHash = (tempToken: string) =>
  createHash('sha256').update(`login_2fa\0${tempToken}`).digest()

type FirstStep = {
  account: { id: string; authEpoch: number }
  /** What was proved. */
  amr: string[]
  /** At a platform's door, that platform. */
  platformId: string | null
}

/** The answer to a right first step of somebody who has a second factor: what the second one needs. */
export async function demandSecondFactor(
  tx: Tx,
  { at, ip, userAgent }: Origin,
  { account, amr, platformId }: FirstStep,
): Promise<SecondFactorDemand> {
  const plane = platformId ? 'tenant' : 'operator'
  const door = { accountId: account.id, plane, platformId } as const
  await closeChallenges(tx, { ...door, at })
  const tempToken = randomBytes(32).toString('base64url')
  await insertChallenge(tx, {
    ...door,
    tokenHash: challengeHash(tempToken),
    amr,
    authEpoch: account.authEpoch,
    createdAt: at,
    expiresAt: new Date(at.getTime() + lifetimeSeconds * 1000),
    ip,
    userAgent: userAgent?.slice(0, 512) ?? null,
  })
  const methods = await findSecondFactors(tx, account.id)
  return { requiresTwoFactor: true, tempToken, expiresIn: lifetimeSeconds, methods }
}
