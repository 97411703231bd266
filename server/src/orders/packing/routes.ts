import { findFulfillmentPapers } from './print.ts'
import { printPapers } from '../../workspace/print/print.ts'
import type { fulfillmentPapers } from '@stowage/contract/orders/order-papers'
import type { packing } from '@stowage/contract/orders/packing'
import type { packConflicts } from '@stowage/contract/orders/packing-conflicts'
import type { Call, Handlers } from '../../http/mount.ts'
import { getSettings } from '../../warehouse/settings/queries.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { fulfillments } from '../fulfillments/queries.ts'
import { openWith, packItem, packOne, packQuantity, unpackItem } from './pack-item.ts'
import { closePackage, discardPackage, openAgain, packAll } from './commands.ts'
import { listItems } from './queries.ts'
import { toPackable } from './reply.ts'
import { resolveConflict } from '../fulfillments/record-conflict.ts'
import { reportScan } from './report-scan.ts'

export const packingHandlers: Handlers<Omit<typeof packing, 'sendBack'>> = {
  items: ({ read, actor }, { params: { fulfillmentId } }) =>
    read(async (db) => {
      const [items] = await Promise.all([
        listItems(db, actor.platform.id, fulfillmentId),
        // Fails where it is not there, or out of sight.
        getDocument(db, fulfillments, actor, fulfillmentId),
      ])
      return { items: items.map(toPackable) }
    }),

  open: async (call, { body }) => {
    const isUnscanned = body.item?.isScanned === false
    await call.requireRights({ 'pack.skip_scan': isUnscanned && (await isScanRequired(call)) })
    return call.write((tx) => openWith(tx, call.actor, body))
  },

  scan: ({ write, actor }, { params, body }) =>
    write((tx) => packItem(tx, actor, params.packageId, body)),

  pack: async (call, { params, body }) => {
    await call.requireRights({ 'pack.skip_scan': await isScanRequired(call) })
    return call.write((tx) => packQuantity(tx, call.actor, params.packageId, body))
  },

  packOne: async (call, { params, body }) => {
    await call.requireRights({ 'pack.skip_scan': await isScanRequired(call) })
    return call.write((tx) => packOne(tx, call.actor, params.fulfillmentId, body))
  },

  remove: ({ write, actor }, { params, body }) =>
    write((tx) => unpackItem(tx, actor, params.packageId, body)),

  close: ({ write, actor }, { params, body }) =>
    write((tx) => closePackage(tx, actor, params.packageId, body)),

  reopen: ({ write, actor }, { params }) => write((tx) => openAgain(tx, actor, params.packageId)),

  discard: ({ write, actor }, { params }) =>
    write((tx) => discardPackage(tx, actor, params.packageId)),

  packAll: ({ write, actor }, { params, body }) =>
    write((tx) => packAll(tx, actor, params.fulfillmentId, body)),
}

async function isScanRequired({
  read,
  actor,
}: Pick<Call<typeof packing.pack>, 'read' | 'actor'>): Promise<boolean> {
  const { packScan } = await read((db) => getSettings(db, actor.platform.id))
  return packScan === 'required'
}

export const packConflictHandlers: Handlers<typeof packConflicts> = {
  report: ({ write, actor }, { params, body }) =>
    write((tx) => reportScan(tx, actor, params.scanId, body)),

  settle: ({ write, actor }, { params }) =>
    write((tx) => resolveConflict(tx, actor, 'pack_conflict', params.scanId)),
}

export const fulfillmentPaperHandlers: Handlers<typeof fulfillmentPapers> = {
  print: (call, { query: { kind, ids, ...options } }) => {
    const word = kind.replace('_', '-')
    return printPapers(call, { one: word, several: `${word}s` }, options, (db) =>
      findFulfillmentPapers(db, call.actor, kind, [...new Set(ids)]),
    )
  },
}
