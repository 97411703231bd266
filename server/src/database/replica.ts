import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from './connect.ts'
import { checkServingRole } from './roles.ts'
import type { Log } from './postmaster.ts'
import {
  fromSnapshot,
  inTransaction,
  isSnapshotLost,
  isUnavailable,
  type TransactionScope,
} from './transactions.ts'

const everyMs = 500
/** Clocks of several servers may differ by so much. */
const clockSkewMs = 1_000
/** A position of the log, and the time before which everything committed is in front of it. */
type Mark = { at: number; position: bigint }

type Options = { primary: Db; replica: Db; maxLagSeconds: number; log: Log; now?: () => number }

export type Replica = ReturnType<typeof followReplica>

/**
 * Watches how far a streaming replica is behind. Every half second it notes the position of the primary’s log with
 * the time; the replica shows everything up to the latest note whose position it has replayed.
 */
export function followReplica({ primary, replica, maxLagSeconds, log, now = Date.now }: Options) {
  const stopping = new AbortController()
  let marks: Mark[] = []
  let showsUntil: number | undefined
  let isChecked = false
  let isFollowing = true

  async function look() {
    const at = now()
    const [position, replayed] = await Promise.all([
      positionOf(primary, sql`pg_current_wal_lsn()`),
      positionOf(replica, replayedLsn),
    ])
    if (!isChecked) await checkServingRole(replica)
    isChecked = true
    marks.push({ at, position })
    const shown = marks.filter((mark) => mark.position <= replayed)
    showsUntil = shown.at(-1)?.at ?? showsUntil
    // Older ones can tell nothing new.
    marks = marks.filter((mark) => mark.at >= at - maxLagSeconds * 2_000)
  }

  async function follow() {
    while (!stopping.signal.aborted) {
      const failure = await look().then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failure) showsUntil = undefined
      if (failure && isFollowing)
        log.warn(`The read replica is not used: ${String(failure)}. The primary answers instead.`)
      isFollowing = !failure
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const following = follow()

  /** Seconds the replica is behind, undefined while it is not known. */
  const lagSeconds = () => (showsUntil === undefined ? undefined : (now() - showsUntil) / 1_000)

  /**
   * The position that shows what was written before `writtenAt` (milliseconds) and is not too far behind, undefined if the
   * replica is not there yet.
   */
  function usablePosition(writtenAt: number | undefined): bigint | undefined {
    const until = showsUntil
    if (until === undefined) return undefined
    const oldest = now() - maxLagSeconds * 1_000
    const since = writtenAt === undefined ? oldest : Math.max(oldest, writtenAt + clockSkewMs)
    return marks.find(({ at }) => at >= since && at <= until)?.position
  }

  /** Stops using the replica until it is heard of again; throws an error that is not its fault. */
  function leaveAfter(error: unknown) {
    if (error instanceof Behind) return
    if (!isUnavailable(error) && !isSnapshotLost(error)) throw error
    showsUntil = undefined
  }

  /** Reads from the replica, or from the primary if the replica fails or this connection shows less than `position`. */
  const readAt = (position: bigint) => ({
    async read<T>(scope: TransactionScope, work: (tx: Tx) => Promise<T>): Promise<T> {
      const checked = (tx: Tx) => requireShown(tx, position).then(() => work(tx))
      try {
        return await inTransaction(replica, scope, checked, { readOnly: true })
      } catch (error) {
        leaveAfter(error)
        return inTransaction(primary, scope, work, { readOnly: true })
      }
    },
    /** The same for a stream, if the replica fails before its first item. */
    async *readSnapshot<T>(
      scope: TransactionScope,
      patience: number,
      work: (tx: Db) => AsyncIterable<T>,
    ): AsyncGenerator<T> {
      let hasBegun = false
      async function* checked(tx: Db) {
        await requireShown(tx, position)
        yield* work(tx)
      }
      try {
        for await (const item of fromSnapshot(replica, scope, patience, checked)) {
          hasBegun = true
          yield item
        }
        return
      } catch (error) {
        if (hasBegun) throw error
        leaveAfter(error)
      }
      yield* fromSnapshot(primary, scope, patience, work)
    },
  })

  return {
    lagSeconds,
    /**
     * Returns a reader of the replica, or undefined if it lacks writes made before `writtenAt` or lags too
     * far.
     */
    reader(writtenAt: number | undefined) {
      const position = usablePosition(writtenAt)
      return position === undefined ? undefined : readAt(position)
    },
    async stop() {
      stopping.abort()
      await following
    },
  }
}

/** Connections to one address may lead to several standbys, and not all are equally far behind. */
class Behind extends Error {}

async function requireShown(db: Db, position: bigint) {
  if ((await positionOf(db, replayedLsn)) < position) throw new Behind()
}

const replayedLsn = sql`pg_last_wal_replay_lsn()`

async function positionOf(db: Db, lsn: ReturnType<typeof sql>): Promise<bigint> {
  const { rows } = await sql<{ bytes: string | null }>`
    select (${lsn} - '0/0'::pg_lsn)::text as bytes`.execute(db)
  const bytes = rows[0]?.bytes
  if (!bytes) throw new Error('it is not a standby of this database')
  return BigInt(bytes)
}
