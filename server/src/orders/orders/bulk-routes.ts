import type { bulk } from '@stowage/contract/orders/bulk'
import type { Handlers } from '../../http/mount.ts'
import { cancelOrder } from './cancel.ts'
import { confirmOrder } from './commands.ts'
import { releaseOrders, unreleaseOrder } from '../fulfillments/commands.ts'
import { holdOrder, releaseOrderHold } from './hold.ts'
import { addToWave } from '../waves/commands.ts'
import { changeEach, tagOrder } from './bulk.ts'

export const bulkHandlers: Handlers<typeof bulk> = {
  confirm: ({ write, actor }, { body }) =>
    write((tx) =>
      changeEach(tx, actor, body, ({ id, version }) => confirmOrder(tx, actor, id, { version })),
    ),

  hold: ({ write, actor }, { body: { kind, note, ...selection } }) =>
    write((tx) =>
      changeEach(tx, actor, selection, ({ id, version }) =>
        holdOrder(tx, actor, id, { version, kind, note }),
      ),
    ),

  releaseHold: ({ write, actor }, { body }) =>
    write((tx) =>
      changeEach(tx, actor, body, ({ id, version }) => releaseOrderHold(tx, actor, id, version)),
    ),

  release: ({ write, actor }, { body }) => write((tx) => releaseOrders(tx, actor, body)),

  unrelease: ({ write, actor }, { body }) =>
    write((tx) =>
      changeEach(tx, actor, body, ({ id, version }) => unreleaseOrder(tx, actor, id, version)),
    ),

  cancel: ({ write, actor }, { body: { reason, ...selection } }) =>
    write((tx) =>
      changeEach(tx, actor, selection, ({ id, version }) =>
        cancelOrder(tx, actor, id, { version, reason }),
      ),
    ),

  tag: ({ write, actor }, { body: { add, remove, ...selection } }) =>
    write((tx) =>
      changeEach(tx, actor, selection, (order) => tagOrder(tx, actor, order, { add, remove })),
    ),

  addToWave: ({ write, actor }, { body: { waveId, ...selection } }) =>
    write((tx) => addToWave(tx, actor, waveId, selection)),
}
