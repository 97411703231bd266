import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepareRead } from '../../database/prepared.ts'

/**
 * Reserves `count` consecutive numbers of one kind of document and returns the first. The statement is a
 * transaction of its own that names its platform. It commits without waiting for the disk, which is safe
 * because the numbers are durable before anything that commits after them.
 */
export async function reserveNumbers(
  tx: Tx,
  platformId: string,
  kind: string,
  count: number,
): Promise<bigint> {
  const row = await advance(tx, platformId, kind, String(count))
  if (!row) throw new Error(`No number of ${kind} was given`)
  return BigInt(row.first)
}

const advance = prepareRead(
  (_: Db, platformId: string, kind: string, count: string) =>
    // In this order: a platform that is being moved takes no numbers any more.
    sql<{ first: string }>`select directory.require_here(${platformId}, true),
      stock.take_numbers(${platformId}, ${kind}, ${count}) as first`,
)
