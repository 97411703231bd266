import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { inOneStatement } from '../../database/transactions.ts'
import { reserveNumbers } from './number-queries.ts'

type Waiting = { resolve: (number: bigint) => void; reject: (reason: unknown) => void }

/** Callers waiting for a number, by database and by platform and prefix. */
const queues = new WeakMap<Db, Map<string, Waiting[]>>()

/**
 * Returns the next number of a kind of document, such as RC-000123. It is taken before the document's own
 * transaction, because a row locked until its commit would make everybody wait. Callers that arrive while
 * numbers are being taken share the next statement.
 */
export async function takeNumber(
  { db }: Pick<Context, 'db'>,
  platformId: string,
  prefix: string,
): Promise<string> {
  const ofDatabase = queues.get(db) ?? new Map<string, Waiting[]>()
  queues.set(db, ofDatabase)
  const key = `${platformId} ${prefix}`
  const number = await new Promise<bigint>((resolve, reject) => {
    const queue = ofDatabase.get(key)
    if (queue) return void queue.push({ resolve, reject })
    const own = [{ resolve, reject }]
    ofDatabase.set(key, own)
    void serve(db, platformId, prefix, own, () => ofDatabase.delete(key))
  })
  return numberText(prefix, number)
}

/** A number as it is written, such as RC-000123. */
export const numberText = (prefix: string, number: bigint): string =>
  `${prefix}-${String(number).padStart(6, '0')}`

/** Returns the next `count` numbers of a kind of document, in order. */
export const takeNumbers = (
  context: Pick<Context, 'db'>,
  platformId: string,
  prefix: string,
  count: number,
) => Promise.all(Array.from({ length: count }, () => takeNumber(context, platformId, prefix)))

async function serve(
  db: Db,
  platformId: string,
  prefix: string,
  queue: Waiting[],
  onDone: () => void,
): Promise<void> {
  while (queue.length > 0) {
    const served = queue.splice(0)
    try {
      const first = await inOneStatement(db, (tx) =>
        reserveNumbers(tx, platformId, prefix, served.length),
      )
      for (const [i, { resolve }] of served.entries()) resolve(first + BigInt(i))
    } catch (error) {
      for (const { reject } of served) reject(error)
    }
  }
  // In the same turn in which the queue was seen empty: nobody may join one that is served no more.
  onDone()
}
