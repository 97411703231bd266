import type { orders as routes } from '@stowage/contract/orders/orders'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { listDocuments } from '../../workspace/documents/list-queries.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { takeNumber, takeNumbers } from '../../workspace/documents/numbers.ts'
import { retryLostRace } from '../backorders/promise.ts'
import { cancelOrder, closeShort, listPutBack, putBackOf } from './cancel.ts'
import { listLeftThere, listPicked } from './put-back-queries.ts'
import { cancelLine } from './cancel-line.ts'
import { addLines, changeLine } from './change-line.ts'
import { holdOrder, releaseOrderHold } from './hold.ts'
import { listHolds } from './hold-queries.ts'
import { changeOrder } from './change.ts'
import { confirmOrder, createOrder, createOrders } from './commands.ts'
import { orderColumns } from './export.ts'
import { orders } from './queries.ts'
import { toListed, toReply } from './reply.ts'
import { dueFilters } from './rules.ts'

export const orderHandlers: Handlers<typeof routes> = {
  list({ actor, ...call }, { query: { format, q, ids, view, fulfillment, promised, ...query } }) {
    const filter = {
      ...query,
      ...(view !== 'all' && { view }),
      [actor.holds.has('customer.pii.read') ? 'searchAll' : 'search']: q,
      sought: q,
      picked: ids?.join(','),
      fulfillments: fulfillment?.join(','),
      ...dueFilters(promised, actor.at),
      ...(view === 'late' && dueFilters('overdue', actor.at)),
    }
    const listPage = async (db: Db, page: PageRequest) => {
      const found = await listDocuments(db, orders, actor, filter, page)
      return { ...found, items: found.items.map(toListed) }
    }
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'orders', at: actor.at }, orderColumns, listPage)
  },

  putBack: ({ read, actor }, { params: { orderId } }) =>
    read(async (db) => {
      const { row } = await getDocument(db, orders, actor, orderId)
      const hasEnded = row.state === 'cancelled' || row.state === 'closed_short'
      const list = hasEnded ? listLeftThere : listPicked
      return { items: putBackOf(await list(db, actor.platform.id, orderId)) }
    }),

  details: ({ read, actor }, { params: { orderId } }) =>
    read(async (db) => {
      const [{ row, lines }, holds] = await Promise.all([
        getDocument(db, orders, actor, orderId),
        listHolds(db, actor.platform.id, orderId),
      ])
      return { order: toReply(row, lines, holds, actor) }
    }),

  create: async (call, { body }) => {
    const { write, actor } = call
    await call.requireRights({
      'order.confirm': body.confirm !== undefined,
      'customer.manage': body.customer !== undefined,
    })
    const number = await takeNumber(call, actor.platform.id, orders.prefix)
    return retryLostRace(call, () =>
      write(async (tx) => ({ order: await createOrder(tx, actor, number, body) })),
    )
  },

  createBatch: async (call, { body }) => {
    const { write, actor } = call
    const { items } = body
    await call.requireRights({
      'order.confirm': items.some(({ confirm }) => confirm !== undefined),
      'customer.manage': items.some(({ customer }) => customer !== undefined),
    })
    const numbers = await takeNumbers(call, actor.platform.id, orders.prefix, items.length)
    return retryLostRace(call, () => write((tx) => createOrders(tx, actor, numbers, body)))
  },

  update: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ order: await changeOrder(tx, actor, params.orderId, body) })),

  addLines: (call, { params, body }) =>
    retryLostRace(call, () =>
      call.write(async (tx) => ({ order: await addLines(tx, call.actor, params.orderId, body) })),
    ),

  confirm: (call, { params, body }) =>
    retryLostRace(call, () =>
      call.write(async (tx) => ({
        order: await confirmOrder(tx, call.actor, params.orderId, body),
      })),
    ),

  hold: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ order: await holdOrder(tx, actor, params.orderId, body) })),

  releaseHold: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      order: await releaseOrderHold(tx, actor, params.orderId, body.version),
    })),

  cancel: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      order: await cancelOrder(tx, actor, params.orderId, body),
      putBack: await listPutBack(tx, actor, params.orderId),
    })),

  closeShort: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      order: await closeShort(tx, actor, params.orderId, body),
      putBack: await listPutBack(tx, actor, params.orderId),
    })),

  updateLine: async (call, { params, body }) => {
    await call.requireRights({
      'order.price.override': body.unitPrice !== undefined || body.discount !== undefined,
    })
    return retryLostRace(call, () =>
      call.write(async (tx) => ({
        order: await changeLine(tx, call.actor, params.orderId, params.lineId, body),
      })),
    )
  },

  cancelLine: ({ write, actor }, { params, body }) =>
    write((tx) => cancelLine(tx, actor, params.orderId, params.lineId, body)),
}
