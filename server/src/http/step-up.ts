import type { ProofMethod } from '@stowage/contract/proof'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import { fail } from '../errors.ts'
import type { Operator } from './actor.ts'

type Proven = Pick<Operator, 'authTime' | 'acr' | 'hasSecondFactor' | 'at'>

/**
 * Returns whether the session was confirmed recently, by the second factor if the account has one.
 */
function isSteppedUp({ authTime, acr, hasSecondFactor, at }: Proven, window: number) {
  const isRecent = at.getTime() - authTime.getTime() <= window * 1000
  return isRecent && (!hasSecondFactor || acr === 'aal2')
}

/** Last confirmation of a member's session, and the ways to confirm it again. */
export type MemberProof = Pick<Operator, 'authTime' | 'acr' | 'hasSecondFactor'> & {
  readonly methods: ProofMethod[]
}

/** Answers 428 to a member, unless the session was confirmed. */
export function requireMemberStepUp({ config }: { config: Config }, proof: MemberProof, at: Date) {
  if (!isSteppedUp({ ...proof, at }, config.stepUpWindowSeconds))
    fail('reauthentication_required', { methods: proof.methods })
}

/** Answers 428 with the ways to confirm, unless the session was confirmed. */
export async function requireStepUp(
  { config, db }: { config: Config; db: Db },
  operator: Proven & { id: string },
  findMethods: (db: Db, accountId: string) => Promise<ProofMethod[]>,
): Promise<void> {
  if (isSteppedUp(operator, config.stepUpWindowSeconds)) return
  fail('reauthentication_required', { methods: await findMethods(db, operator.id) })
}
