import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/** Whether an account signs in with a second factor, as a column `hasSecondFactor`. */
export const hasSecondFactor = (accountId: 'a.id' | 'identity.accounts.id') =>
  sql<boolean>`exists (
    select from identity.totp_factors factor
    where factor.account_id = ${sql.ref(accountId)} and factor.state = 'active'
  )`.as('hasSecondFactor')

/** What an account can confirm itself with, beside its password. */
export async function findFactors(db: Db, accountId: string) {
  const { rows } = await sql<{ hasTotp: boolean; hasBackupCodes: boolean; hasPasskeys: boolean }>`
    select
      exists (select from identity.totp_factors
        where account_id = ${accountId} and state = 'active') as has_totp,
      exists (select from identity.backup_codes
        where account_id = ${accountId} and used_at is null) as has_backup_codes,
      exists (select from identity.passkeys where account_id = ${accountId}) as has_passkeys
  `.execute(db)
  return rows[0] ?? { hasTotp: false, hasBackupCodes: false, hasPasskeys: false }
}
