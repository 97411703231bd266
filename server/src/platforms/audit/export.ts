import type { AuditEntry } from '@stowage/contract/platforms/audit'
import type { auditExportQuery } from '@stowage/contract/platforms/audit-search'
import type { FileReply } from '@stowage/contract/route'
import type { z } from 'zod'
import { record } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Operator } from '../../http/actor.ts'
import { csvHead, csvLine } from './csv.ts'
import { listEvents, planSearch, type Place, type Visible } from './queries.ts'
import { entryOf } from './rules.ts'

/** Events read at a time: some 600 KB, which is all that a file of any length takes of memory. */
const pageSize = 2_000
/** Each keeps a connection to the database, of which the other requests need most. */
const mostAtOnce = 3
const retryAfter = 10

type Query = z.output<typeof auditExportQuery>
type Tools = {
  db: Db
  readSnapshot: <T>(work: (db: Db) => AsyncIterable<T>) => AsyncGenerator<T>
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

const formats = {
  csv: { contentType: 'text/csv; charset=utf-8', head: csvHead, line: csvLine },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
  },
}

// How many files are being written, by the database that they are read from.
const atWork = new WeakMap<Db, number>()

/**
 * Everything that matches as a file, newest first, from one snapshot. Whoever takes it slowly slows
 * the reading down. The event that tells of it is recorded before the file ends, or, with outcome
 * `failure`, when it breaks off. Fails with `unavailable` when three files are being written already.
 */
export async function exportEvents(
  { db, readSnapshot, write }: Tools,
  actor: Operator,
  query: Query,
  findVisible: (db: Db) => Promise<Visible>,
): Promise<FileReply> {
  const { format, ...filters } = query
  const { contentType, head, line } = formats[format]

  async function* texts() {
    const running = atWork.get(db) ?? 0
    if (running >= mostAtOnce) fail('unavailable', { retryAfter })
    atWork.set(db, running + 1)
    let rows = 0
    let outcome: 'success' | 'failure' = 'failure'
    const note = () =>
      write((tx) =>
        record(tx, actor, 'AUDIT_LOG_EXPORTED', { outcome, metadata: { filters, format, rows } }),
      )
    try {
      yield Buffer.from(head)
      for await (const events of readSnapshot((inside) => pagesOf(inside, filters, findVisible))) {
        rows += events.length
        yield Buffer.from(events.map((event) => line(entryOf(event))).join(''))
      }
      outcome = 'success'
      await note()
    } finally {
      atWork.set(db, (atWork.get(db) ?? 1) - 1)
      // Best effort: what broke the file off may be the database itself.
      if (outcome === 'failure') await note().catch(() => {})
    }
  }

  const day = actor.at.toISOString().slice(0, 10)
  return {
    contentType,
    bytes: await started(texts()),
    headers: { 'content-disposition': `attachment; filename="audit-log-${day}.${format}"` },
  }
}

async function* pagesOf(
  db: Db,
  filters: Omit<Query, 'format'>,
  findVisible: (db: Db) => Promise<Visible>,
) {
  const search = await planSearch(db, await findVisible(db), filters)
  for (let after: Place | undefined; ;) {
    const events = await listEvents(db, search, { limit: pageSize, after })
    if (events.length > 0) yield events
    if (events.length < pageSize) return
    after = events.at(-1)
  }
}

/** The same pieces, the first two of which exist: what fails at the start is still an answer. */
async function started(texts: AsyncGenerator<Buffer>): Promise<AsyncIterable<Uint8Array>> {
  const first = [await texts.next(), await texts.next()]
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => first.shift() ?? texts.next(),
    // Ends the query too when the file is given up before anybody took a piece of it.
    return: () => texts.return(undefined),
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
