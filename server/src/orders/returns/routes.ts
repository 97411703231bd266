import type { returns as routes } from '@stowage/contract/orders/returns'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { retryConflicts } from '../../warehouse/stock/conflicts.ts'
import { listDocuments } from '../../workspace/documents/list-queries.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { takeNumber } from '../../workspace/documents/numbers.ts'
import { orders } from '../orders/queries.ts'
import { disposeReturn, inspectReturn } from './dispose.ts'
import { receiveReturn } from './receive.ts'
import {
  authorizeReturn,
  closeReturn,
  createReturn,
  endReturn,
  getReturn,
  requestRefund,
} from './commands.ts'
import { returnColumns } from './export.ts'
import { returns } from './queries.ts'
import { toListed, toReturnable } from './reply.ts'
import { listReturnable } from './list-queries.ts'

export const returnHandlers: Handlers<typeof routes> = {
  list({ actor, ...call }, { query: { format, ...query } }) {
    const listPage = async (db: Db, page: PageRequest) => {
      const found = await listDocuments(db, returns, actor, query, page)
      return { ...found, items: found.items.map(toListed) }
    }
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'returns', at: actor.at }, returnColumns, listPage)
  },

  details: ({ read, actor }, { params }) =>
    read(async (db) => ({ return: await getReturn(db, actor, params.returnId) })),

  returnable: ({ read, actor }, { params: { orderId } }) =>
    read(async (db) => {
      const [rows] = await Promise.all([
        listReturnable(db, actor.platform.id, orderId),
        // Fails for an order that the member may not see.
        getDocument(db, orders, actor, orderId),
      ])
      return { items: rows.map(toReturnable) }
    }),

  create: async (call, { body }) => {
    const { write, actor } = call
    await call.requireRights({ 'return.authorize': body.authorize })
    const number = await takeNumber(call, actor.platform.id, returns.prefix)
    return write(async (tx) => ({ return: await createReturn(tx, actor, number, body) }))
  },

  authorize: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ return: await authorizeReturn(tx, actor, params.returnId, body) })),

  reject: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      return: await endReturn(tx, actor, params.returnId, body, 'rejected'),
    })),

  cancel: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      return: await endReturn(tx, actor, params.returnId, body, 'cancelled'),
    })),

  receive: async (call, { params, body }) => {
    const { write, actor } = call
    await call.requireRights({
      'stock.backdate': body.effectiveAt !== undefined,
    })
    return retryConflicts(call, () =>
      write(async (tx) => ({ return: await receiveReturn(tx, actor, params.returnId, body) })),
    )
  },

  inspect: async (call, { params, body }) => {
    const { write, actor } = call
    await call.requireRights({
      'return.dispose': body.lines.some(({ dispositions }) => dispositions.length > 0),
    })
    return retryConflicts(call, () =>
      write(async (tx) => ({ return: await inspectReturn(tx, actor, params.returnId, body) })),
    )
  },

  dispose: (call, { params, body }) =>
    retryConflicts(call, () =>
      call.write(async (tx) => ({
        return: await disposeReturn(tx, call.actor, params.returnId, body),
      })),
    ),

  close: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ return: await closeReturn(tx, actor, params.returnId, body) })),

  requestRefund: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ return: await requestRefund(tx, actor, params.returnId, body) })),
}
