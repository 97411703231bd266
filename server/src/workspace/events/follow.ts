import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import { fail } from '../../errors.ts'
import { findNewest, listEvents } from './list-queries.ts'
import { findLiveSids } from '../../platforms/tenant-sessions/list-queries.ts'
import type { EventRow } from './rules.ts'
import { committedUpTo } from './committed.ts'

/*
 * Who follows the feed of a platform. However many do, this process looks for what is new once, and keeps
 * of it what those who keep up have yet to be told; who is behind reads for themselves. Nobody holds a connection
 * while nothing happens.
 */

/** Milliseconds between two looks. */
const pause = 1_000
/** Milliseconds that what was not taken has left when a stream is ended from here. */
const farewell = 1_000
/** As many events are kept for all who keep up. */
const mostKept = 500
const mostOfMember = 5
const mostOfProcess = 200
const retryAfter = 10

export type Follower = {
  memberId: string
  sessionId: string
  /** True once it shall end. */
  isOver: boolean
  /** Ends a pause of its own before its time. */
  wake: () => void
  /** Breaks its connection. */
  cut: AbortController
}

export type Feed = {
  followers: Set<Follower>
  /** All up to here is known to be settled. */
  upTo: bigint
  /** Events after `from`, all of them up to `upTo`. */
  latest: { from: bigint; rows: readonly EventRow[] }
  /** The first look. */
  begun: Promise<void>
}

type Hub = { feeds: Map<string, Feed>; isClosed: boolean }
const hubs = new WeakMap<Db, Hub>()

function hubOf(db: Db): Hub {
  const hub = hubs.get(db) ?? { feeds: new Map<string, Feed>(), isClosed: false }
  hubs.set(db, hub)
  return hub
}

const followersOf = ({ feeds }: Hub) => [...feeds.values()].flatMap((feed) => [...feed.followers])

type Of = { platformId: string; memberId: string; sessionId: string }

/** The feed of a platform, from now on followed by one more; fails where too many do. */
export function joinFeed(context: Context, { platformId, memberId, sessionId }: Of) {
  const hub = hubOf(context.db)
  const others = followersOf(hub)
  if (hub.isClosed || others.length >= mostOfProcess) fail('unavailable', { retryAfter })
  if (others.filter((one) => one.memberId === memberId).length >= mostOfMember)
    fail('rate_limited', { retryAfter })
  const feed = hub.feeds.get(platformId) ?? openFeed(context, hub, platformId)
  const follower: Follower = {
    memberId,
    sessionId,
    isOver: false,
    wake: () => {},
    cut: new AbortController(),
  }
  feed.followers.add(follower)
  return { feed, follower }
}

function openFeed(context: Context, hub: Hub, platformId: string): Feed {
  const feed: Feed = {
    followers: new Set(),
    upTo: 0n,
    latest: { from: 0n, rows: [] },
    begun: Promise.resolve(),
  }
  hub.feeds.set(platformId, feed)
  feed.begun = begin(context.db, platformId, feed)
  void feed.begun
    .then(() => keepLooking(context, platformId, feed))
    .catch((error: unknown) => {
      // What cannot be looked at is not followed: the readers come again. Whoever joins from now on begins anew.
      hub.feeds.delete(platformId)
      if (!hub.isClosed) context.log.warn({ err: error }, 'streams of events ended')
      for (const follower of feed.followers) end(follower)
    })
  return feed
}

const newestOf = (db: Db, platformId: string) =>
  inTransaction(db, { platformId }, (tx) => findNewest(tx, platformId), { readOnly: true })

/** At most so many events of a platform behind `after`, none behind `upTo`. */
export const readEvents = (
  db: Db,
  platformId: string,
  { after, upTo, most }: { after: bigint; upTo: bigint; most: number },
): Promise<EventRow[]> =>
  inTransaction(db, { platformId }, (tx) => listEvents(tx, platformId, { after, upTo, most }), {
    readOnly: true,
  })

async function begin(db: Db, platformId: string, feed: Feed): Promise<void> {
  const newest = await newestOf(db, platformId)
  feed.upTo = newest === 0n ? newest : await committedUpTo(db, newest)
  feed.latest.from = feed.upTo
}

async function keepLooking(context: Context, platformId: string, feed: Feed): Promise<void> {
  const { db } = context
  while (feed.followers.size > 0) {
    await sleep(pause, undefined, { ref: false })
    const newest = await newestOf(db, platformId)
    const from = feed.upTo
    const upTo = newest > from ? await committedUpTo(db, newest) : from
    const rows =
      upTo > from ? await readEvents(db, platformId, { after: from, upTo, most: mostKept }) : []
    // Asked last: what happens after the end of a session is not told to it.
    await endWithSessions(context, platformId, feed)
    if (upTo <= from) continue
    feed.latest = { from, rows }
    feed.upTo = rows.length < mostKept ? upTo : BigInt(rows.at(-1)?.feedSeq ?? upTo)
    for (const { wake } of feed.followers) wake()
  }
  // In the same turn in which nobody was seen: nobody may join one that is looked at no more.
  hubOf(db).feeds.delete(platformId)
}

/** Ends the streams whose session has ended, however it did. */
async function endWithSessions({ db, clock }: Context, platformId: string, feed: Feed) {
  const followers = [...feed.followers]
  if (followers.length === 0) return
  const sids = followers.map(({ sessionId }) => sessionId)
  const live = await inTransaction(
    db,
    { platformId },
    (tx) => findLiveSids(tx, platformId, sids, clock.now()),
    { readOnly: true },
  )
  for (const follower of followers) if (!live.has(follower.sessionId)) end(follower)
}

function end(follower: Follower): void {
  follower.isOver = true
  follower.wake()
  setTimeout(() => follower.cut.abort(), farewell).unref()
}

/** Ends all streams that read from this database, and lets no more begin. */
export async function endStreams(db: Db): Promise<void> {
  const hub = hubOf(db)
  hub.isClosed = true
  for (const follower of followersOf(hub)) end(follower)
}
