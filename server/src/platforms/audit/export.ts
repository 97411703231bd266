import type { AuditEntry } from '@stowage/contract/platforms/audit'
import type { auditExportQuery } from '@stowage/contract/platforms/audit-search'
import type { FileReply } from '@stowage/contract/route'
import type { z } from 'zod'
import { record } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import type { Operator } from '../../http/actor.ts'
import { datedName, fileOf, type Snapshots } from '../../http/csv.ts'
import { textsOf } from '../../http/downloads.ts'
import { csvHead, csvLine } from './reply.ts'
import { listEvents, planSearch, type Position, type Visible } from './queries.ts'
import { entryOf } from './rules.ts'

/** Events per read, about 150 KB, which are parsed at once. An export of any length uses no more memory. */
const pageSize = 500

type Query = z.output<typeof auditExportQuery>
type Tools = Snapshots & {
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

/**
 * Returns all matching events as a file, newest first, from one snapshot, at the pace of the
 * client. The export event is recorded before the file ends, or with outcome `failure` if it breaks
 * off. Fails with `unavailable` if too many files are being written.
 */
export async function exportEvents(
  { write, ...call }: Tools,
  actor: Operator,
  query: Query,
  findVisible: (db: Db) => Promise<Visible>,
): Promise<FileReply> {
  const { format, ...filters } = query
  const { contentType, head, line } = formats[format]

  async function* texts() {
    let rows = 0
    let outcome: 'success' | 'failure' = 'failure'
    const note = () =>
      write((tx) =>
        record(tx, actor, 'AUDIT_LOG_EXPORTED', { outcome, metadata: { filters, format, rows } }),
      )
    try {
      yield head
      for await (const events of call.readSnapshot((inside) =>
        pagesOf(inside, filters, findVisible),
      )) {
        rows += events.length
        yield* textsOf(events, (event) => line(entryOf(event)))
      }
      outcome = 'success'
      await note()
    } finally {
      // Best effort, because the database may be the cause.
      if (outcome === 'failure') await note().catch(() => {})
    }
  }

  return fileOf(call, { fileName: datedName('audit-log', actor.at, format), contentType }, texts)
}

async function* pagesOf(
  db: Db,
  filters: Omit<Query, 'format'>,
  findVisible: (db: Db) => Promise<Visible>,
) {
  const search = await planSearch(db, await findVisible(db), filters)
  for (let after: Position | undefined; ;) {
    const events = await listEvents(db, search, { limit: pageSize, after })
    if (events.length > 0) yield events
    if (events.length < pageSize) return
    after = events.at(-1)
  }
}
