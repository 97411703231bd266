import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../database/connect.ts'
import { listWriters } from './list-queries.ts'

/** Milliseconds between looks at who still writes; together longer than nearly every transaction. */
const pauses = [5, 10, 20, 40, 80, 160, 320, 640]

/** Up to where this process knows the events of a database to be settled, those of all platforms. */
const known = new WeakMap<Db, bigint>()

/**
 * Up to where no event can come any more, `newest` or less. Events are numbered when they are written and
 * seen when they are committed, so a lower number may appear after a higher one, and a reader who has gone on
 * would never see it. Whoever took a number up to `newest` held the table before that one was seen: once
 * all that hold it have ended, none can come. Where one of them takes long, the last such number counts.
 */
export async function committedUpTo(db: Db, newest: bigint): Promise<bigint> {
  const before = known.get(db) ?? 0n
  if (newest <= before) return newest
  let open = await listWriters(db)
  for (const pause of pauses) {
    if (open.length === 0) break
    await sleep(pause)
    const still = new Set(await listWriters(db))
    open = open.filter((writer) => still.has(writer))
  }
  const latest = known.get(db) ?? 0n
  if (open.length > 0) return latest < newest ? latest : newest
  if (newest > latest) known.set(db, newest)
  return newest
}
