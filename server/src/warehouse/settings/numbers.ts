import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transactions.ts'
import { nextNumber, relaxCommit } from './queries.ts'

/**
 * The next number of a kind of document, such as RC-000123, before the document's own transaction:
 * held until its commit, the row would make everybody wait for everybody. Nothing waits for the disk
 * here, because the log is written in order and the document's commit brings the number along.
 */
export const takeNumber = ({ db }: Pick<Context, 'db'>, platformId: string, kind: string) =>
  inTransaction(db, { platformId }, async (tx) => {
    const [, number] = await Promise.all([relaxCommit(tx), nextNumber(tx, platformId, kind)])
    return number
  })
