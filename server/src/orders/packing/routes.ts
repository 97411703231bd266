import type { packing as routes } from '@stowage/contract/orders/packing'
import type { Handlers } from '../../http/mount.ts'
import { packItem, unpackItem } from '../pack-scans/commands.ts'
import { closePackage, discardPackage, openAgain, openPackage, packAll } from './commands.ts'

export const packingHandlers: Handlers<typeof routes> = {
  open: ({ write, actor }, { body }) => write((tx) => openPackage(tx, actor, body)),

  scan: ({ write, actor }, { params, body }) =>
    write((tx) => packItem(tx, actor, params.packageId, body)),

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
