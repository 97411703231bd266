import type { ProofMethod } from '@stowage/contract/proof'
import type { Db } from '../../database/connect.ts'
import { findFactors } from './queries.ts'

/** Returns the second factors an account can use after its password. */
export async function findSecondFactors(db: Db, accountId: string) {
  const { hasTotp, hasBackupCodes, hasPasskeys } = await findFactors(db, accountId)
  return [
    ...(hasTotp ? (['totp'] as const) : []),
    ...(hasTotp && hasBackupCodes ? (['backup_code'] as const) : []),
    ...(hasPasskeys ? (['passkey'] as const) : []),
  ]
}

/** Returns the ways to confirm a session. With an authenticator, the password alone is not one. */
export async function findProofMethods(db: Db, accountId: string): Promise<ProofMethod[]> {
  const factors = await findSecondFactors(db, accountId)
  return factors.includes('totp') ? factors : ['password', ...factors]
}
