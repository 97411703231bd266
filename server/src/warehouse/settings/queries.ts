import type { Db, Tx } from '../../database/connect.ts'

type Reason = { code: string; name: string; applies: string[]; requiresNote?: boolean }

export async function insertSettings(tx: Tx, platformId: string, at: Date): Promise<void> {
  await tx
    .insertInto('tenant.warehouseSettings')
    .values({ platformId, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those the platform has stay as they are. */
export async function insertReasons(
  tx: Tx,
  platformId: string,
  reasons: readonly Reason[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('tenant.reasons')
    .values(reasons.map((reason) => ({ platformId, ...reason, createdAt: at, updatedAt: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A reason that may be given for this kind of change; undefined when there is none. */
export function findReason(db: Db, platformId: string, code: string) {
  return db
    .selectFrom('tenant.reasons')
    .select(['code', 'name', 'applies', 'requiresNote', 'state'])
    .where('platformId', '=', platformId)
    .where('code', '=', code)
    .executeTakeFirst()
}

/**
 * The next number of this kind of document. Taken in a transaction of its own before the document's:
 * held until its commit, the row would make everybody wait for everybody.
 */
export async function nextNumber(tx: Tx, platformId: string, kind: string): Promise<string> {
  const { value } = await tx
    .insertInto('tenant.numberSequences')
    .values({ platformId, kind, nextValue: '2' })
    .onConflict((conflict) =>
      conflict
        .columns(['platformId', 'kind'])
        .doUpdateSet((row) => ({ nextValue: row('tenant.numberSequences.nextValue', '+', '1') })),
    )
    .returning((row) => row('nextValue', '-', '1').as('value'))
    .executeTakeFirstOrThrow()
  return `${kind}-${String(value).padStart(6, '0')}`
}
