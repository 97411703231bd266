import type { manifests as routes } from '@stowage/contract/orders/manifests'
import { mostPrintedLines } from '@stowage/contract/orders/papers'
import type { Db } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { findDocuments } from '../../workspace/documents/list-queries.ts'
import { toPdf } from '../../workspace/print/papers-pdf.ts'
import { getSeller, listSites, nowhere } from '../orders/paper-queries.ts'
import {
  cancelManifest,
  closeManifest,
  getManifest,
  loadAll,
  loadScanned,
  openManifest,
  unload,
} from './commands.ts'
import { manifestColumns } from './export.ts'
import { listCollections } from './list-queries.ts'
import { listLoadedOf, manifests } from './queries.ts'
import { toListed } from './reply.ts'
import { manifestPaper } from './rules.ts'

const { list, details, create, step } = documentHandlers(manifests, 'manifest')

export const manifestHandlers: Handlers<typeof routes> = {
  collections: ({ read, actor }, { query }) =>
    read((db) => listCollections(db, actor, query.warehouse)),

  list: list('manifests', manifestColumns, (rows) => rows.map(toListed)),

  print: ({ read, actor, ...call }, { query: { ids, ...options } }) =>
    toPdf(call, { one: 'manifest', several: 'manifests' }, async () => {
      const papers = await read((db) => listPapers(db, actor, [...new Set(ids)]))
      return { papers, ...options, at: actor.at }
    }),

  details: details(getManifest),
  open: create(openManifest),

  load: ({ write, actor }, { params, body }) =>
    write((tx) => loadScanned(tx, actor, params.manifestId, body.code)),

  loadAll: step(loadAll),
  unload: step((tx, actor, id, { packageId }) => unload(tx, actor, id, packageId)),
  close: step(closeManifest),
  cancel: step((tx, actor, id, { version }) => cancelManifest(tx, actor, id, version)),
}

/** Reads manifests as they are printed. Fails with `not_found` if the actor misses one. */
async function listPapers(db: Db, actor: WorkspaceMember, ids: readonly string[]) {
  const { id: platformId } = actor.platform
  const [rows, cartons, seller, sites] = await Promise.all([
    findDocuments(db, manifests, actor, ids),
    listLoadedOf(db, platformId, ids, mostPrintedLines + 1),
    getSeller(db, platformId),
    listSites(db, platformId),
  ])
  if (cartons.length > mostPrintedLines)
    failField('ids', `Print up to ${mostPrintedLines} packages at a time. Select fewer manifests.`)
  const loadedOf = Map.groupBy(cartons, ({ manifestId }) => manifestId)
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = rowOf.get(id) ?? notFound()
    const { timezone } = sites.get(row.warehouseId) ?? nowhere
    return manifestPaper(row, loadedOf.get(id) ?? [], { seller, timezone, printedAt: actor.at })
  })
}
