import type { manifests as routes } from '@stowage/contract/orders/manifests'
import type { Handlers } from '../../http/mount.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { printPapers } from '../../workspace/print/print.ts'
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
import { listManifestPapers } from './print.ts'
import { manifests } from './queries.ts'
import { toListed } from './reply.ts'

const { list, details, create, step } = documentHandlers(manifests, 'manifest')

export const manifestHandlers: Handlers<typeof routes> = {
  collections: ({ read, actor }, { query }) =>
    read((db) => listCollections(db, actor, query.warehouse)),

  list: list('manifests', manifestColumns, (rows) => rows.map(toListed)),

  print: (call, { query: { ids, ...options } }) =>
    printPapers(call, { one: 'manifest', several: 'manifests' }, options, (db) =>
      listManifestPapers(db, call.actor, [...new Set(ids)]),
    ),

  details: details(getManifest),
  open: create(openManifest),

  load: ({ write, actor }, { params, body }) =>
    write((tx) => loadScanned(tx, actor, params.manifestId, body.code)),

  loadAll: step(loadAll),
  unload: step((tx, actor, id, { packageId }) => unload(tx, actor, id, packageId)),
  close: step(closeManifest),
  cancel: step((tx, actor, id, { version }) => cancelManifest(tx, actor, id, version)),
}
