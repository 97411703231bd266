import type { Db, Tx } from '../database/connect.ts'
import { prepareWrite } from '../database/prepared.ts'

/** The caller, route, key and body hash of an idempotent request. */
export type Key = { caller: string; route: string; keyHash: Buffer; bodyHash: Buffer }
type StoredReply = Key & { createdAt: Date; expiresAt: Date; reply: string }

/** Saves a reply under its key. Fails if an unexpired one exists. */
export const saveReply = prepareWrite((db: Db, kept: StoredReply) =>
  db
    .insertInto('ops.idempotencyKeys')
    .values(kept)
    .onConflict((conflict) =>
      conflict.columns(['caller', 'route', 'keyHash']).doUpdateSet((row) => ({
        bodyHash: row.ref('excluded.bodyHash'),
        reply: row.ref('excluded.reply'),
        createdAt: row.ref('excluded.createdAt'),
        // An unexpired reply would violate a constraint with this expiry, which refuses the insert.
        expiresAt: row
          .case()
          .when('ops.idempotencyKeys.expiresAt', '<=', row.ref('excluded.createdAt'))
          .then(row.ref('excluded.expiresAt'))
          .end() as never,
      })),
    ),
)

/** Returns the reply saved under the key, valid at `at`. */
export const findReply = (db: Db, { caller, route, keyHash }: Key, at: Date) =>
  db
    .selectFrom('ops.idempotencyKeys')
    .select(['bodyHash', 'reply'])
    .where('caller', '=', caller)
    .where('route', '=', route)
    .where('keyHash', '=', keyHash)
    .where('expiresAt', '>', at)
    .executeTakeFirst()

/** Deletes expired replies. */
export async function deleteExpiredReplies(tx: Tx, at: Date) {
  await tx.deleteFrom('ops.idempotencyKeys').where('expiresAt', '<=', at).execute()
}
