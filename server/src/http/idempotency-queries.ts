import type { Db, Tx } from '../database/connect.ts'
import { prepare, prepareRead } from '../database/prepared.ts'

type KeyId = { caller: string; route: string; keyHash: Buffer }
type Claim = KeyId & { bodyHash: Buffer; createdAt: Date; expiresAt: Date }

/** True when the key is now ours; false when an unexpired answer is already kept under it. */
export async function claimKey(tx: Tx, claim: Claim): Promise<boolean> {
  return (await insertKey(tx, claim)) !== undefined
}

const insertKey = prepareRead((db: Db, claim: Claim) =>
  db
    .insertInto('ops.idempotencyKeys')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .columns(['caller', 'route', 'keyHash'])
        .doUpdateSet({
          bodyHash: claim.bodyHash,
          createdAt: claim.createdAt,
          expiresAt: claim.expiresAt,
          reply: null,
        })
        .where('ops.idempotencyKeys.expiresAt', '<=', claim.createdAt),
    )
    .returning('keyHash'),
)

const byId = (id: KeyId) =>
  [
    ['caller', id.caller],
    ['route', id.route],
    ['keyHash', id.keyHash],
  ] as const

export function findReply(db: Db, id: KeyId) {
  let query = db.selectFrom('ops.idempotencyKeys').select(['bodyHash', 'reply'])
  for (const [column, value] of byId(id)) query = query.where(column, '=', value)
  return query.executeTakeFirst()
}

export async function keepReply(tx: Tx, id: KeyId, reply: unknown) {
  await saveReply(tx, id, JSON.stringify(reply))
}

const saveReply = prepare((db: Db, id: KeyId, reply: string) => {
  let query = db.updateTable('ops.idempotencyKeys').set({ reply })
  for (const [column, value] of byId(id)) query = query.where(column, '=', value)
  return query
})

/** Forgets the answers nobody may ask for again. */
export async function forgetReplies(tx: Tx, at: Date) {
  await tx.deleteFrom('ops.idempotencyKeys').where('expiresAt', '<=', at).execute()
}
