import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/** The last row of the previous page. */
export type Cursor = { id: string; moment: Date }

/** Lists accounts whose scheduled removal is due at `at`, in order of their due time. */
export async function listDue(
  db: Db,
  at: Date,
  most: number,
  after: Cursor | undefined,
): Promise<Cursor[]> {
  const rows = await db
    .selectFrom('identity.accounts')
    .select(['id', 'deletesAt'])
    .where('deletesAt', '<=', at)
    .$if(after !== undefined, (due) => due.where(laterThan('deletes_at', after)))
    .orderBy('deletesAt')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id, deletesAt }) => ({ id, moment: deletesAt ?? at }))
}

/**
 * Lists unverified accounts whose mail was delivered before `before`, oldest first. Leaves out
 * accounts with a valid link and those that share a platform with others.
 */
export async function listNeverConfirmed(
  db: Db,
  { before, at }: { before: Date; at: Date },
  most: number,
  after: Cursor | undefined,
): Promise<Cursor[]> {
  const rows = await db
    .selectFrom('identity.accounts')
    .select(['id', 'createdAt'])
    .where('emailVerifiedAt', 'is', null)
    .where('status', '=', 'active')
    .where('createdAt', '<=', before)
    .where(
      sql<boolean>`exists (select from identity.mail_tokens t
        join ops.outbox mail on mail.id = t.mail_id
        where t.account_id = accounts.id and t.purpose = 'verify_email'
          and mail.state = 'sent' and mail.sent_at <= ${before})`,
    )
    .where(
      sql<boolean>`not exists (select from identity.mail_tokens t
        where t.account_id = accounts.id and t.purpose in ('verify_email', 'change_email')
          and t.consumed_at is null and t.superseded_at is null and t.expires_at > ${at})`,
    )
    .where(
      sql<boolean>`not exists (select from authz.memberships_of(accounts.id) m
        where m.role <> 'owner' or m.has_others)`,
    )
    .$if(after !== undefined, (old) => old.where(laterThan('created_at', after)))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id, createdAt }) => ({ id, moment: createdAt }))
}

const laterThan = (column: 'deletes_at' | 'created_at', after: Cursor | undefined) =>
  sql<boolean>`(${sql.ref(column)}, id) > (${after?.moment}, ${after?.id})`
