import type { Db } from '../database/connect.ts'
import { letOthersGo } from '../concurrency/slices.ts'
import { openTurnsByKey, type Turns } from '../concurrency/turns.ts'

/*
 * Downloads are read at the pace of the client, and each keeps a database connection, which other requests need. So few
 * run at a time, fewer of one platform, and a client that does not read is cut off.
 */

/** For each database. Four are two fifths of the connections. */
const most = { total: 4, each: 2, waiting: 8 }
/** Milliseconds to wait for a turn. */
const waitMillis = 5_000
/** Characters of one piece. */
const pieceLength = 32 * 1024
/** Milliseconds within which a client takes a piece, and while others wait for a turn. */
const patience = { usual: 10_000, hurried: 500 }
const lookMillis = 250

const turns = new WeakMap<Db, Turns>()

/** Returns the turns of all downloads from this database. */
export function downloadsFrom(db: Db): Turns {
  const known = turns.get(db) ?? openTurnsByKey(most, waitMillis)
  turns.set(db, known)
  return known
}

/**
 * Yields the texts as bytes in a turn of `key`, which is taken before anything is read. Fails with `unavailable` if none
 * gets free in time. Calls `cut` if the client does not take a piece.
 */
export async function* inTurn(
  downloads: Turns,
  key: string,
  texts: () => AsyncIterable<string>,
  cut: () => void,
): AsyncGenerator<Buffer> {
  const leave = await downloads.enter(key)
  let givenAt: number | undefined
  const looks = setInterval(() => {
    const allowed = downloads.waiting > 0 ? patience.hurried : patience.usual
    if (givenAt !== undefined && performance.now() - givenAt > allowed) cut()
  }, lookMillis).unref()
  try {
    for await (const text of texts()) {
      givenAt = performance.now()
      yield Buffer.from(text)
      givenAt = undefined
    }
  } finally {
    clearInterval(looks)
    leave()
  }
}

/** Joins the lines of rows to texts of some ten KB, and lets requests be answered after each. */
export async function* textsOf<Row>(
  rows: readonly Row[],
  line: (row: Row) => string,
): AsyncGenerator<string> {
  let text = ''
  let begun = performance.now()
  for (const row of rows) {
    text += line(row)
    if (text.length < pieceLength) continue
    yield text
    text = ''
    await letOthersGo(performance.now() - begun)
    begun = performance.now()
  }
  if (text) yield text
  await letOthersGo(performance.now() - begun)
}
