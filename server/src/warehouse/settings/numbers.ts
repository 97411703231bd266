import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { inOneStatement } from '../../database/transactions.ts'
import { takeNumbers } from './queries.ts'

type Waiting = { resolve: (number: bigint) => void; reject: (reason: unknown) => void }

/** Who waits for a number, by database and by platform and kind. */
const queues = new WeakMap<Db, Map<string, Waiting[]>>()

/**
 * The next number of a kind of document, such as RC-000123, before the document's own transaction:
 * held until its commit, the row would make everybody wait for everybody. Whoever asks while numbers
 * are being taken gets one of the next ones, all of which are taken at once.
 */
export async function takeNumber(
  { db }: Pick<Context, 'db'>,
  platformId: string,
  kind: string,
): Promise<string> {
  const ofDatabase = queues.get(db) ?? new Map<string, Waiting[]>()
  queues.set(db, ofDatabase)
  const key = `${platformId} ${kind}`
  const number = await new Promise<bigint>((resolve, reject) => {
    const queue = ofDatabase.get(key)
    if (queue) return void queue.push({ resolve, reject })
    const own = [{ resolve, reject }]
    ofDatabase.set(key, own)
    void serve(db, platformId, kind, own, () => ofDatabase.delete(key))
  })
  return `${kind}-${String(number).padStart(6, '0')}`
}

/** The next numbers of a kind of document, so many of them, in their order. */
export const takeSeveral = (
  context: Pick<Context, 'db'>,
  platformId: string,
  kind: string,
  count: number,
) => Promise.all(Array.from({ length: count }, () => takeNumber(context, platformId, kind)))

async function serve(
  db: Db,
  platformId: string,
  kind: string,
  queue: Waiting[],
  onDone: () => void,
): Promise<void> {
  while (queue.length > 0) {
    const served = queue.splice(0)
    try {
      const first = await inOneStatement(db, (tx) =>
        takeNumbers(tx, platformId, kind, served.length),
      )
      for (const [i, { resolve }] of served.entries()) resolve(first + BigInt(i))
    } catch (error) {
      for (const { reject } of served) reject(error)
    }
  }
  // In the same turn in which the queue was seen empty: nobody may join one that is served no more.
  onDone()
}
