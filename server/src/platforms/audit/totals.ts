import { hash } from 'node:crypto'
import type { Db } from '../../database/connect.ts'
import { countEvents, type Search } from './queries.ts'
import { mostCounted } from './rules.ts'

const keptMs = 60_000
const mostRemembered = 10_000

// What was read from a database is remembered with that database's handle and dies with it.
const memories = new WeakMap<Db, Map<string, Date>>()

/**
 * How many events match, exactly up to `mostCounted`; one more than that when there are more. A log
 * only grows, so what was found to be more than that is not counted again for the next page. `inside`
 * is the transaction that sees the log, `db` the database it belongs to.
 */
export async function countOnce(db: Db, inside: Db, search: Search, at: Date): Promise<number> {
  const memory = memories.get(db) ?? new Map<string, Date>()
  memories.set(db, memory)
  const name = nameOf(search)
  const since = memory.get(name)
  if (since && Math.abs(at.getTime() - since.getTime()) < keptMs) return mostCounted + 1
  memory.delete(name)
  const count = await countEvents(inside, search)
  if (count > mostCounted) memory.set(name, at)
  if (memory.size > mostRemembered) memory.delete(memory.keys().next().value ?? name)
  return count
}

/** Everything that decides what is found, the platforms that may be read included. */
function nameOf({ platformIds, stretch, ownAccountId, filters }: Search): string {
  const { action, actorEmail, from, to } = filters
  const parts = [platformIds, stretch, ownAccountId, action, actorEmail, from, to]
  return hash('sha256', JSON.stringify(parts), 'base64')
}
