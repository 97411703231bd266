import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { StoredPassword } from '../../crypto/hashing.ts'

export type MailPurpose = 'verify_email' | 'reset_password' | 'change_email'

/** A registration that waits for its verification. */
export type Pending = StoredPassword & { firstName: string; lastName: string; email: string }

type NewToken = {
  tokenHash: Buffer
  accountId: string
  purpose: MailPurpose
  createdAt: Date
  expiresAt: Date
  /** The mail that contains the link. */
  mailId: string
  pending?: Pending | undefined
  /** The address the account is changing to. */
  newEmail?: string | undefined
}

export async function insertMailToken(tx: Tx, { pending, newEmail, ...token }: NewToken) {
  await tx
    .insertInto('identity.mailTokens')
    .values({
      ...token,
      ...(newEmail && { pendingEmail: newEmail }),
      ...(pending && {
        pendingFirstName: pending.firstName,
        pendingLastName: pending.lastName,
        pendingEmail: pending.email,
        pendingPasswordHash: pending.passwordHash,
        pendingPepperKeyId: pending.pepperKeyId,
      }),
    })
    .execute()
}

const tokens = (db: Db) => db.selectFrom('identity.mailTokens').selectAll()

export async function findMailToken(db: Db, tokenHash: Buffer) {
  const row = await tokens(db).where('tokenHash', '=', tokenHash).executeTakeFirst()
  return row && { ...row, pending: pendingOf(row) }
}

/** Returns the latest pending registration of this unverified account. */
export async function findLatestPending(tx: Tx, accountId: string): Promise<Pending | undefined> {
  const row = await tokens(tx)
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'verify_email')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && pendingOf(row)
}

type TokenRow = Awaited<ReturnType<ReturnType<typeof tokens>['executeTakeFirstOrThrow']>>

function pendingOf(row: TokenRow): Pending | undefined {
  if (row.pendingPasswordHash === null) return undefined
  return {
    firstName: row.pendingFirstName ?? '',
    lastName: row.pendingLastName ?? '',
    email: row.pendingEmail ?? '',
    passwordHash: row.pendingPasswordHash,
    pepperKeyId: row.pendingPepperKeyId ?? '',
  }
}

/** Marks the token as used. Returns true for only one of several concurrent callers. */
export async function consumeMailToken(tx: Tx, tokenHash: Buffer, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('identity.mailTokens')
    .set({ consumedAt: at })
    .where('tokenHash', '=', tokenHash)
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
    .where('expiresAt', '>', at)
    .returning('tokenHash')
    .executeTakeFirst()
  return row !== undefined
}

/** Invalidates the account's other tokens, of one purpose or of all. */
export async function supersedeMailTokens(
  tx: Tx,
  accountId: string,
  at: Date,
  purpose?: MailPurpose,
) {
  let query = tx
    .updateTable('identity.mailTokens')
    .set({ supersededAt: at })
    .where('accountId', '=', accountId)
    .where('consumedAt', 'is', null)
    .where('supersededAt', 'is', null)
  if (purpose) query = query.where('purpose', '=', purpose)
  await query.execute()
}

/** Deletes up to `most` tokens that ended before `limit`. Returns how many. */
export async function deleteMailTokens(tx: Tx, limit: Date, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity.mailTokens')
    .where('tokenHash', 'in', (token) =>
      token
        .selectFrom('identity.mailTokens')
        .select('tokenHash')
        .where('expiresAt', '<', limit)
        .orderBy('expiresAt')
        .limit(most),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Lists the creation times of the account's tokens of this purpose since a time, newest first. */
export async function listRecentTokens(
  tx: Tx,
  accountId: string,
  purpose: MailPurpose,
  since: Date,
): Promise<Date[]> {
  const rows = await tx
    .selectFrom('identity.mailTokens')
    .select('createdAt')
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.map((row) => row.createdAt)
}

type NoticeKind = 'registration_tried' | 'platforms'

/** Records a notice to this address. Returns false if one was sent since `quietSince`. */
export async function claimNotice(
  tx: Tx,
  notice: { emailKey: string; kind: NoticeKind; sentAt: Date },
  quietSince: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('identity.addressNotices')
    .values(notice)
    .onConflict((conflict) =>
      conflict
        .columns(['emailKey', 'kind'])
        .doUpdateSet({ sentAt: notice.sentAt })
        .where('identity.addressNotices.sentAt', '<=', quietSince),
    )
    .returning('emailKey')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the notices sent before `limit`. */
export async function deleteNotices(tx: Tx, limit: Date): Promise<void> {
  await tx.deleteFrom('identity.addressNotices').where('sentAt', '<', limit).execute()
}

/** Lists, by name, the platforms where the address signs in with a platform password. */
export async function listPlatformsOfEmail(db: Db, emailKey: string) {
  const { rows } = await sql<{ id: string; name: string; slug: string }>`
    select id, name, slug from authz.platforms_of_email(${emailKey})`.execute(db)
  return rows
}
