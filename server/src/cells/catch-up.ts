import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../errors.ts'
import { waitUntilCopied } from './marks.ts'
import { countUnsealed, letWrite, tryStopWriters } from './move-queries.ts'
import { countRows, type Counts } from './moved-tables.ts'
import type { MoveTools, Moving } from './moving.ts'
import type { AdminCell } from './places.ts'
import { connectAdmin } from './replication.ts'

/** How long writes may be refused before the move gives them back. */
const pauseWithinMs = 60_000
/** How long writers may wait while both databases are looked at. */
const standWithinMs = 1_500
const standTries = 15
const pollMs = 50
/** Tables with more rows are not counted again in the pause. */
const largeRows = 100_000

export async function requireMark(
  { from, to }: { from: AdminCell; to: AdminCell },
  channel: Parameters<typeof waitUntilCopied>[1],
  within: number,
): Promise<void> {
  if (!(await waitUntilCopied({ from: from.db, to: to.db }, channel, within)))
    throw new StartRefused(`${to.name} does not catch up with ${from.name}.`)
}

/** Waits until the target has everything that was written. Nobody writes on the platform. */
export async function receiveRest(
  moving: Moving,
  tools: MoveTools,
  within = pauseWithinMs,
): Promise<void> {
  const { from, platformId } = moving
  const until = performance.now() + within
  while ((await countUnsealed(from, platformId)) > 0) {
    if (performance.now() > until)
      throw new StartRefused(`The audit log of ${from.name} is not sealed. Does its worker run?`)
    await tools.seal(from.urls)
    await sleep(pollMs)
  }
  await requireMark(moving, `move ${platformId}`, within)
  const { control } = tools.places
  // Before another cell sends changes of the same rows.
  if (from !== control) await requireMark({ from, to: control }, 'control', within)
  // Members sign in with accounts.
  if (moving.to !== control) await requireMark({ from: control, to: moving.to }, 'identity', within)
}

type Counted = { faults: string[]; large: Counts }

/**
 * Counts the rows of both databases as of one moment, for which writers wait and after which they go on. What comes
 * later is up to replication. Repeated if they differ, because a job of the database may have deleted what expired.
 */
export async function countTogether(moving: Moving, tools: MoveTools): Promise<Counted> {
  let faults: string[] = []
  for (let tries = 1; tries <= standTries; tries++) {
    if (tries > 1) await sleep(1_000)
    const counted = await tryCount(moving, tools)
    if (!counted) continue
    const [there, here] = counted
    faults = differences(moving, there, here)
    if (faults.length === 0)
      return { faults, large: new Map([...there].filter(([, count]) => count > largeRows)) }
    if (tries >= 3) break
  }
  if (faults.length > 0) return { faults, large: new Map() }
  throw new StartRefused(
    `The platform is too busy, or ${moving.to.name} is far behind. Try again later.`,
  )
}

/** Returns the counts of both databases, undefined if they do not get to one moment soon. */
async function tryCount(moving: Moving, tools: MoveTools): Promise<[Counts, Counts] | undefined> {
  const { from, to, platformId, tables } = moving
  await using there = await connectAdmin(from.urls.adminUrl)
  await using here = await connectAdmin(to.urls.adminUrl)
  if (!(await tryStopWriters(from, platformId))) return undefined
  try {
    await receiveRest(moving, tools, standWithinMs)
    // What these sessions see from now on is of this moment.
    for (const session of [there, here]) {
      await session.query('begin isolation level repeatable read read only')
      await session.query('select from directory.cells limit 1')
    }
  } catch (error) {
    if (error instanceof StartRefused) return undefined
    throw error
  } finally {
    await letWrite(from)
  }
  const at = tools.now()
  return await Promise.all([countRows(there, tables, at), countRows(here, tables, at)])
}

/** Returns a line for each table with another number of rows. */
export const differences = ({ from, to }: Moving, there: Counts, here: Counts): string[] =>
  [...there].flatMap(([table, count]) =>
    here.get(table) === count
      ? []
      : [`${table}: ${count} rows in ${from.name}, ${here.get(table)} in ${to.name}`],
  )
