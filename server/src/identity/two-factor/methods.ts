import type { ProofMethod } from '@stowage/contract/proof'
import type { Db } from '../../database/connect.ts'
import { findFactors } from './queries.ts'

/** The second factors an account can give after its password. */
export async function findSecondFactors(db: Db, accountId: string) {
  const { hasTotp, hasBackupCodes, hasPasskeys } = await findFactors(db, accountId)
  return [
    ...(hasTotp ? (['totp'] as const) : []),
    ...(hasTotp && hasBackupCodes ? (['backup_code'] as const) : []),
    ...(hasPasskeys ? (['passkey'] as const) : []),
  ]
}

/** The ways to confirm a session: with an authenticator the password alone is never one. */
export async function findProofMethods(db: Db, accountId: string): Promise<ProofMethod[]> {
  const factors = await findSecondFactors(db, accountId)
  return factors.includes('totp') ? factors : ['password', ...factors]
}
