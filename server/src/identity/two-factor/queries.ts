import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Batch } from './backup-codes.ts'

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

/** The secret of the authenticator in use, as encrypted; held until commit, so that it stays in use. */
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
 * Uses up a time step and all before it; false when that has been done. `orEnrolment` lets in the
 * step that confirmed the authenticator, once.
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

/** Keeps the authenticator in use under another encryption of the same secret. */
export async function saveActiveSecret(tx: Tx, accountId: string, secretCipher: Buffer) {
  await tx
    .updateTable('identity.totpFactors')
    .set({ secretCipher })
    .where('accountId', '=', accountId)
    .where('state', '=', 'active')
    .execute()
}

/** Uses up a backup code; how many are left, or undefined when there is no such unused one. */
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

/** Where the unused codes stand in the batch, in order. */
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

/** The secret that waits for its first code, as encrypted, while it may. */
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

/** Puts a secret in waiting, in place of one that has waited too long. */
export async function savePendingSecret(tx: Tx, secret: Pending): Promise<void> {
  const pending = { ...secret, fromBeforeEmailChange: false }
  await tx
    .insertInto('identity.totpFactors')
    .values({ ...pending, state: 'pending' })
    .onConflict((conflict) => conflict.columns(['accountId', 'state']).doUpdateSet(pending))
    .execute()
}

/** Puts the waiting secret in use in place of the former one; `step` is that of its first code. */
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

/** Leaves the account without authenticator, without one in waiting, and without backup codes. */
export async function deleteSecondFactors(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('identity.totpFactors').where('accountId', '=', accountId).execute()
  await deleteBatch(tx, accountId)
}

const earlierTables = ['identity.totpFactors', 'identity.backupBatches'] as const

/** Marks authenticators and backup codes as added before the present address was confirmed. */
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

/** When the authenticator in use was added; undefined without one. */
export async function findEnrolledAt(db: Db, accountId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('identity.totpFactors')
    .select('createdAt')
    .where('accountId', '=', accountId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row?.createdAt
}

/** The codes themselves go with their batch. */
async function deleteBatch(tx: Tx, accountId: string) {
  await tx.deleteFrom('identity.backupBatches').where('accountId', '=', accountId).execute()
}

/** Puts new backup codes in the place of whatever there was. */
export async function replaceBatch(tx: Tx, { macs, ...batch }: Batch): Promise<void> {
  const { accountId } = batch
  await deleteBatch(tx, accountId)
  await tx.insertInto('identity.backupBatches').values(batch).execute()
  const codes = macs.map((codeMac, position) => ({ accountId, codeMac, position }))
  await tx.insertInto('identity.backupCodes').values(codes).execute()
}

/** Keeps the same codes under other keys; a batch that was replaced meanwhile is left alone. */
export async function saveRenewedBatch(
  tx: Tx,
  { accountId, batchId, codesCipher, macs }: Omit<Batch, 'generatedAt'>,
): Promise<void> {
  const held = await tx
    .updateTable('identity.backupBatches')
    .set({ codesCipher })
    .where('accountId', '=', accountId)
    .where('batchId', '=', batchId)
    .returning('batchId')
    .executeTakeFirst()
  if (!held) return
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

/** From here on the codes work, but nobody can look at them again. */
export async function eraseShownCodes(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('identity.backupBatches')
    .set({ codesCipher: null })
    .where('accountId', '=', accountId)
    .execute()
}

/** The same for all batches made before a moment. */
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
