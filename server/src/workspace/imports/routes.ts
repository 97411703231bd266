import type { ImportJob, imports } from '@stowage/contract/workspace/imports'
import type { Db, Tx } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { inTransaction } from '../../database/transactions.ts'
import { csvType, fileOf, listAsCsv, pageOrFile } from '../../http/csv.ts'
import { textsOf } from '../../http/downloads.ts'
import type { Call, Handlers } from '../../http/mount.ts'
import {
  beginApply,
  beginCheck,
  beginUndo,
  cancelImport,
  getImport,
  maySee,
  requireContacts,
  requireKind,
  uploadFile,
} from './commands.ts'
import { withCsvFile } from './csv-file.ts'
import { failedOf, importColumns, maskerOf, rowsFileOf, templateOf } from './files.ts'
import { listImports } from './queries.ts'
import { eachFailed, listRows } from './row-queries.ts'
import { workOn } from './run.ts'

/** Rows that are worked off while the caller waits; more are a worker's. */
const whileWaiting = 1_000

type Verb = Call<(typeof imports)['apply']>

/** Begins, and for a small file also does, what was asked for; the file as it is then. */
async function perform(
  { write, read, actor, db }: Verb,
  importId: string,
  begin: (tx: Tx) => Promise<void>,
) {
  const scope = { platformId: actor.platform.id }
  await write(async (tx) => {
    await begin(tx)
    return {}
  })
  const begun = await read((tx) => getImport(tx, actor, importId))
  if (begun.rowsTotal > whileWaiting) return { import: begun }
  await workOn((work) => inTransaction(db, scope, work), actor, importId)
  return { import: await read((tx) => getImport(tx, actor, importId)) }
}

const ownedOf = ({ kind, createdBy }: ImportJob) => ({ kind, createdBy: createdBy.id })

export const importHandlers: Handlers<typeof imports> = {
  list: (call, { query }) =>
    pageOrFile(call, query, 'imports', importColumns, (db, page) =>
      listImports(db, call.actor.platform.id, call.actor, query, page),
    ),

  upload: async ({ write, actor, sharesAs }, { query, body }) => {
    requireKind(actor, query.kind)
    return withCsvFile(sharesAs, body, (file) =>
      write(async (tx) => ({ import: await uploadFile(tx, actor, query, file) })),
    )
  },

  template: async (_, { params }) => templateOf(params.template),

  one: ({ read, actor }, { params }) =>
    read(async (db) => ({ import: await getImport(db, actor, params.importId) })),

  async rows({ actor, ...call }, { params: { importId }, query: { format, state, ...query } }) {
    const { platform, at } = actor
    const found = await call.read((db) => getImport(db, actor, importId))
    requireKind(actor, found.kind)
    const mask = maySee(actor, ownedOf(found)) ? undefined : maskerOf(found)
    const list = async (db: Db, page: PageRequest) => {
      const rows = await listRows(db, platform.id, importId, state, page)
      return mask ? { ...rows, items: rows.items.map(mask) } : rows
    }
    if (format === 'json') return call.read((db) => list(db, query))
    const { columns, ...naming } = rowsFileOf(found)
    return listAsCsv(call, { ...naming, at }, columns, list)
  },

  failed: async ({ actor, ...call }, { params: { importId } }) => {
    const { id: platformId } = actor.platform
    const found = await call.read((db) => getImport(db, actor, importId))
    requireKind(actor, found.kind)
    // Its rows are read in again, so they cannot be masked.
    requireContacts(actor, ownedOf(found))
    const { fileName, head, line } = failedOf(found)
    return fileOf(call, { fileName, contentType: csvType }, async function* () {
      yield head
      for await (const rows of call.readSnapshot((db) => eachFailed(db, platformId, importId)))
        yield* textsOf(rows, line)
    })
  },

  validate: (call, { params, body }) =>
    perform(call, params.importId, (tx) => beginCheck(tx, call.actor, params.importId, body)),

  apply: (call, { params }) =>
    perform(call, params.importId, (tx) => beginApply(tx, call.actor, params.importId)),

  cancel: ({ write, actor }, { params }) =>
    write(async (tx) => ({ import: await cancelImport(tx, actor, params.importId) })),

  undo: (call, { params }) =>
    perform(call, params.importId, (tx) => beginUndo(tx, call.actor, params.importId)),
}
