import type { manifests as routes } from '@stowage/contract/orders/manifests'
import { mostPrintedLines } from '@stowage/contract/orders/papers'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { findDocuments, listDocuments } from '../../workspace/documents/list-queries.ts'
import { takeNumber } from '../../workspace/documents/numbers.ts'
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

export const manifestHandlers: Handlers<typeof routes> = {
  collections: ({ read, actor }, { query }) =>
    read((db) => listCollections(db, actor, query.warehouse)),

  list({ actor, ...call }, { query: { format, ...query } }) {
    const listPage = async (db: Db, page: PageRequest) => {
      const found = await listDocuments(db, manifests, actor, query, page)
      return { ...found, items: found.items.map(toListed) }
    }
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'manifests', at: actor.at }, manifestColumns, listPage)
  },

  print: ({ read, actor, ...call }, { query: { ids, ...options } }) =>
    toPdf(call, { one: 'manifest', several: 'manifests' }, async () => {
      const papers = await read((db) => listPapers(db, actor, [...new Set(ids)]))
      return { papers, ...options, at: actor.at }
    }),

  details: ({ read, actor }, { params }) =>
    read(async (db) => ({ manifest: await getManifest(db, actor, params.manifestId) })),

  open: async (call, { body }) => {
    const { write, actor } = call
    const number = await takeNumber(call, actor.platform.id, manifests.prefix)
    return write(async (tx) => ({ manifest: await openManifest(tx, actor, number, body) }))
  },

  load: ({ write, actor }, { params, body }) =>
    write((tx) => loadScanned(tx, actor, params.manifestId, body.code)),

  loadAll: ({ write, actor }, { params }) =>
    write(async (tx) => ({ manifest: await loadAll(tx, actor, params.manifestId) })),

  unload: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      manifest: await unload(tx, actor, params.manifestId, body.packageId),
    })),

  close: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ manifest: await closeManifest(tx, actor, params.manifestId, body) })),

  cancel: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      manifest: await cancelManifest(tx, actor, params.manifestId, body.version),
    })),
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
