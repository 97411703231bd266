import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/connect.ts'
import { inOneStatement } from '../database/transactions.ts'
import { deleteMark, hasMark, insertMark } from './queries.ts'

const pollMs = 20

/** Which replication carries a mark: from a cell to the control database, the other way, or a platform to a cell. */
export type Channel = 'control' | 'identity' | `move ${string}`

/**
 * Waits until the database `to` has everything that was committed in `from` before. Returns false if that takes longer
 * than `within` milliseconds.
 */
export async function waitUntilCopied(
  { from, to }: { from: Db; to: Db },
  channel: Channel,
  within: number,
): Promise<boolean> {
  const markId = newId()
  const mark = { markId, channel, createdAt: new Date() }
  await inOneStatement(from, (tx) => insertMark(tx, mark))
  const deadline = performance.now() + within
  let hasArrived = false
  while (!hasArrived && performance.now() < deadline) {
    hasArrived = await hasMark(to, markId)
    if (!hasArrived) await sleep(pollMs)
  }
  await inOneStatement(from, (tx) => deleteMark(tx, markId))
  return hasArrived
}
