import { sql } from 'kysely'
import type { ProofMethod } from '@stowage/contract/proof'
import type { Db, Tx } from '../../database/connect.ts'

/** Stored backup codes: a keyed hash of each for verification and one ciphertext for display. */
export type Batch = {
  accountId: string
  batchId: string
  codesCipher: Buffer
  generatedAt: Date
  macs: Buffer[]
}

/** Returns a column `hasSecondFactor`: whether an account signs in with a second factor. */
export const hasSecondFactor = (accountId: 'a.id' | 'identity.accounts.id') =>
  sql<boolean>`exists (
    select from identity.totp_factors factor
    where factor.account_id = ${sql.ref(accountId)} and factor.state = 'active'
  )`.as('hasSecondFactor')

/** Returns which factors an account has in addition to its password. */
async function findFactors(db: Db, accountId: string) {
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

/** Locks and returns the encrypted secret of the active authenticator. */
export function lockActiveSecret(tx: Tx, accountId: string) {
  return tx
    .selectFrom('identity.totpFactors')
    .select('secretCipher')
    .where('accountId', '=', accountId)
    .where('state', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Marks a time step and all earlier ones as used. Returns false if it already was. `orEnrolment`
 * accepts the step that confirmed the authenticator, once.
 */
export async function useStep(
  tx: Tx,
  accountId: string,
  step: number,
  orEnrolment: boolean,
): Promise<boolean> {
  const row = await tx
    .updateTable('identity.totpFactors')
    .set((factor) => ({
      lastStep: factor.fn<string>('greatest', ['lastStep', factor.val(step)]),
      enrolStep: null,
    }))
    .where('accountId', '=', accountId)
    .where('state', '=', 'active')
    .where((factor) =>
      factor.or([
        factor('lastStep', '<', String(step)),
        ...(orEnrolment ? [factor('enrolStep', '=', String(step))] : []),
      ]),
    )
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the encryption of the active secret. */
export async function saveActiveSecret(tx: Tx, accountId: string, secretCipher: Buffer) {
  await tx
    .updateTable('identity.totpFactors')
    .set({ secretCipher })
    .where('accountId', '=', accountId)
    .where('state', '=', 'active')
    .execute()
}

/**
 * Consumes a backup code. Returns how many are left, or undefined if there is no such unused code.
 */
export async function useBackupCode(
  tx: Tx,
  accountId: string,
  codeMacs: readonly Buffer[],
  at: Date,
): Promise<number | undefined> {
  const used = await tx
    .updateTable('identity.backupCodes')
    .set({ usedAt: at })
    .where('accountId', '=', accountId)
    .where('codeMac', 'in', codeMacs)
    .where('usedAt', 'is', null)
    .returning('accountId')
    .executeTakeFirst()
  return used && (await listUnusedPositions(tx, accountId)).length
}

/** Lists the positions of unused codes in the batch, in order. */
export async function listUnusedPositions(db: Db, accountId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('identity.backupCodes')
    .select('position')
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.position)
}

/** Returns the encrypted pending secret, unless it has expired. */
export function findPendingSecret(db: Db, accountId: string, at: Date) {
  return db
    .selectFrom('identity.totpFactors')
    .select('secretCipher')
    .where('accountId', '=', accountId)
    .where('state', '=', 'pending')
    .where('expiresAt', '>', at)
    .executeTakeFirst()
}

type Pending = { accountId: string; secretCipher: Buffer; createdAt: Date; expiresAt: Date }

/** Inserts a pending secret or replaces an expired one. */
export async function savePendingSecret(tx: Tx, secret: Pending): Promise<void> {
  const pending = { ...secret, fromBeforeEmailChange: false }
  await tx
    .insertInto('identity.totpFactors')
    .values({ ...pending, state: 'pending' })
    .onConflict((conflict) => conflict.columns(['accountId', 'state']).doUpdateSet(pending))
    .execute()
}

/**
 * Activates the pending secret in place of the former one. `step` is the time step of its first
 * code.
 */
export async function activatePendingSecret(tx: Tx, accountId: string, step: number) {
  await tx
    .deleteFrom('identity.totpFactors')
    .where('accountId', '=', accountId)
    .where('state', '=', 'active')
    .execute()
  await tx
    .updateTable('identity.totpFactors')
    .set({ state: 'active', expiresAt: null, lastStep: step, enrolStep: step })
    .where('accountId', '=', accountId)
    .where('state', '=', 'pending')
    .execute()
}

/** Deletes the account's authenticator, pending secret and backup codes. */
export async function deleteSecondFactors(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('identity.totpFactors').where('accountId', '=', accountId).execute()
  await deleteBatch(tx, accountId)
}

const earlierTables = ['identity.totpFactors', 'identity.backupBatches'] as const

/** Marks authenticators and backup codes as added before the current address was verified. */
export async function markEarlierFactors(tx: Tx, accountId: string): Promise<void> {
  for (const table of earlierTables)
    await tx
      .updateTable(table)
      .set({ fromBeforeEmailChange: true })
      .where('accountId', '=', accountId)
      .execute()
}

/** Removes the marked authenticators and backup codes. */
export async function removeEarlierFactors(tx: Tx, accountId: string): Promise<void> {
  for (const table of earlierTables)
    await tx
      .deleteFrom(table)
      .where('accountId', '=', accountId)
      .where('fromBeforeEmailChange', '=', true)
      .execute()
}

/** Returns when the active authenticator was added, or undefined without one. */
export async function findEnrolledAt(db: Db, accountId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('identity.totpFactors')
    .select('createdAt')
    .where('accountId', '=', accountId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row?.createdAt
}

/** Deleting the batch also deletes its codes. */
async function deleteBatch(tx: Tx, accountId: string) {
  await tx.deleteFrom('identity.backupBatches').where('accountId', '=', accountId).execute()
}

/** Replaces all backup codes. */
export async function replaceBatch(tx: Tx, { macs, ...batch }: Batch): Promise<void> {
  const { accountId } = batch
  await deleteBatch(tx, accountId)
  await tx.insertInto('identity.backupBatches').values(batch).execute()
  const codes = macs.map((codeMac, position) => ({ accountId, codeMac, position }))
  await tx.insertInto('identity.backupCodes').values(codes).execute()
}

/** Stores the same codes under other keys, unless the batch was replaced in the meantime. */
export async function saveRenewedBatch(
  tx: Tx,
  { accountId, batchId, codesCipher, macs }: Omit<Batch, 'generatedAt'>,
): Promise<void> {
  const renewed = await tx
    .updateTable('identity.backupBatches')
    .set({ codesCipher })
    .where('accountId', '=', accountId)
    .where('batchId', '=', batchId)
    .returning('batchId')
    .executeTakeFirst()
  if (!renewed) return
  await sql`
    update identity.backup_codes set code_mac = renewed.mac
    from unnest(${macs}::bytea[]) with ordinality as renewed (mac, place)
    where account_id = ${accountId} and position = renewed.place - 1
  `.execute(tx)
}

export function findBatch(db: Db, accountId: string) {
  return db
    .selectFrom('identity.backupBatches')
    .select(['accountId', 'batchId', 'codesCipher', 'generatedAt'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

/** Erases the copy for display. The codes stay valid. */
export async function eraseShownCodes(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('identity.backupBatches')
    .set({ codesCipher: null })
    .where('accountId', '=', accountId)
    .execute()
}

/** Does the same for all batches generated before this time. */
export async function eraseCodesShownBefore(tx: Tx, generatedBefore: Date): Promise<void> {
  await tx
    .updateTable('identity.backupBatches')
    .set({ codesCipher: null })
    .where('generatedAt', '<=', generatedBefore)
    .where('codesCipher', 'is not', null)
    .execute()
}

export async function deleteExpiredSecrets(tx: Tx, at: Date): Promise<void> {
  await tx.deleteFrom('identity.totpFactors').where('expiresAt', '<=', at).execute()
}

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
