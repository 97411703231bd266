import type { FileReply } from '@stowage/contract/route'
import type { FeedEvent } from '@stowage/contract/workspace/events'
import type { Context } from '../../context.ts'
import type { MemberInScope } from '../../http/actor.ts'
import { joinFeed, readEvents, type Feed, type Follower } from './follow.ts'
import { feedPage, windowOf } from './rules.ts'

/** Milliseconds until somebody who waits looks around, whatever happens. */
const mostPause = 1_000
/** Milliseconds between two looks at what the member may see. The feed itself ends with the session. */
const trust = 15_000
/** Milliseconds of silence, shorter than what a proxy takes for the end. */
const mostSilence = 15_000
/** Milliseconds a reader may rest before it is taken for gone. */
const patience = 60_000
/** Events told at once: with what the connection holds, all that a slow reader takes of memory. */
const mostAtOnce = 100
/** Milliseconds a reader waits before it comes again; the first thing it is told. */
const greeting = 'retry: 3000\n\n'

type Reader = Pick<MemberInScope, 'id' | 'sessionId' | 'platform' | 'warehouses'>
/** Who reads, as they are by now; nobody once they may not any more. */
type Recheck = () => Promise<Reader | undefined>

/** The feed of a platform behind `after`, or from now on, for as long as its reader takes it and may have it. */
export async function streamEvents(
  context: Context,
  reader: Reader,
  after: bigint | undefined,
  recheck: Recheck,
): Promise<FileReply> {
  const of = {
    platformId: reader.platform.id,
    memberId: reader.id,
    sessionId: reader.sessionId,
  }
  const { feed, follower } = joinFeed(context, of)
  async function* texts() {
    try {
      await feed.begun
      yield* tell(greeting, follower)
      for await (const text of follow(context, feed, follower, reader, after ?? feed.upTo, recheck))
        yield* tell(text, follower)
    } finally {
      feed.followers.delete(follower)
    }
  }
  const pieces = texts()
  // What fails at the start is still an answer.
  const first = [await pieces.next()]
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => first.shift() ?? pieces.next(),
    // Whoever has gone leaves room at once, however long nothing happens.
    return: () => {
      follower.isOver = true
      follower.wake()
      return pieces.return(undefined)
    },
  }
  return {
    contentType: 'text/event-stream; charset=utf-8',
    bytes: { [Symbol.asyncIterator]: () => iterator },
    headers: {
      // Nothing on the way may hold it back, and its connection is of no use to another request.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      connection: 'close',
    },
    signal: follower.cut.signal,
  }
}

/** Gives one piece out, and breaks the connection when nobody takes it. */
function* tell(text: string, { cut }: Follower) {
  const timer = setTimeout(() => cut.abort(), patience).unref()
  try {
    yield Buffer.from(text)
  } finally {
    clearTimeout(timer)
  }
}

async function* follow(
  { db, clock }: Context,
  feed: Feed,
  follower: Follower,
  reader: Reader,
  after: bigint,
  recheck: Recheck,
): AsyncGenerator<string> {
  const platformId = reader.platform.id
  const now = () => clock.now().getTime()
  let { warehouses } = reader
  let [position, checkedAt, toldAt] = [after, now(), now()]
  while (!follower.isOver) {
    if (now() - checkedAt >= trust) {
      // Who cannot be asked about is not told more, and comes again.
      const still = await recheck().catch(() => undefined)
      if (!still) return
      warehouses = still.warehouses
      checkedAt = now()
    }
    if (position < feed.upTo) {
      const { upTo } = feed
      const most = windowOf(warehouses, mostAtOnce)
      const rows = await rowsBehind(position, upTo, most)
      const page = feedPage(rows, { warehouses, limit: mostAtOnce, after: position })
      // Numbers up to there may be those of other platforms.
      position = rows.length > 0 ? BigInt(page.next) : upTo
      if (page.items.length === 0) continue
      toldAt = now()
      yield page.items.map(textOf).join('')
    } else if (now() - toldAt >= mostSilence) {
      toldAt = now()
      // With where it is: of what it may not see a reader is not told, and need not be shown it again.
      yield `: nothing new\nid: ${position}\n\n`
    } else await nextOf(follower)
  }

  async function rowsBehind(from: bigint, upTo: bigint, most: number) {
    const { latest } = feed
    return from < latest.from
      ? readEvents(db, platformId, { after: from, upTo, most })
      : latest.rows.filter(({ feedSeq }) => BigInt(feedSeq) > from).slice(0, most)
  }
}

/** Waits until something happens, but not long. */
const nextOf = (follower: Follower) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, mostPause)
    follower.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })

const textOf = (event: FeedEvent) => `id: ${event.feedSeq}\ndata: ${JSON.stringify(event)}\n\n`
