import type { Db, Tx } from '../database/connect.ts'
import { prepareWrite } from '../database/prepared.ts'

/** Who asks what under which key, and a hash of what was said. */
export type Key = { caller: string; route: string; keyHash: Buffer; bodyHash: Buffer }
type Kept = Key & { createdAt: Date; expiresAt: Date; reply: string }

/** Keeps an answer under its key; fails when an unexpired one is kept there already. */
export const keepReply = prepareWrite((db: Db, kept: Kept) =>
  db
    .insertInto('ops.idempotencyKeys')
    .values(kept)
    .onConflict((conflict) =>
      conflict.columns(['caller', 'route', 'keyHash']).doUpdateSet((row) => ({
        bodyHash: row.ref('excluded.bodyHash'),
        reply: row.ref('excluded.reply'),
        createdAt: row.ref('excluded.createdAt'),
        // What still holds would end on no day, which the table refuses.
        expiresAt: row
          .case()
          .when('ops.idempotencyKeys.expiresAt', '<=', row.ref('excluded.createdAt'))
          .then(row.ref('excluded.expiresAt'))
          .end() as never,
      })),
    ),
)

/** The answer that is kept under the key at `at`. */
export const findReply = (db: Db, { caller, route, keyHash }: Key, at: Date) =>
  db
    .selectFrom('ops.idempotencyKeys')
    .select(['bodyHash', 'reply'])
    .where('caller', '=', caller)
    .where('route', '=', route)
    .where('keyHash', '=', keyHash)
    .where('expiresAt', '>', at)
    .executeTakeFirst()

/** Forgets the answers nobody may ask for again. */
export async function forgetReplies(tx: Tx, at: Date) {
  await tx.deleteFrom('ops.idempotencyKeys').where('expiresAt', '<=', at).execute()
}
