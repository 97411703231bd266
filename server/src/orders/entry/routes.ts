import { orders as routes } from '@stowage/contract/orders/orders'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { requireConditionalRights } from '../../http/authorization.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { listDocuments } from '../../workspace/documents/list-queries.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { takeNumber, takeNumbers } from '../../workspace/numbers/commands.ts'
import { cancelLine, cancelOrder } from '../cancellations/commands.ts'
import { holdOrder, releaseOrderHold } from '../holds/commands.ts'
import { listHolds } from '../holds/queries.ts'
import { addLines, changeOrder, confirmOrder, createOrder, createOrders } from './commands.ts'
import { orderColumns } from './export.ts'
import { orders } from './queries.ts'
import { toReply, toSummary } from './reply.ts'

/** How often an order is planned anew when others take the stock between the plan and the reservation. */
const attempts = 3

async function retryPromise<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isLostRace(error)) throw error
    }
}

/** As stock.promise raises it; a plan that is short from the beginning is a Failure. */
const isLostRace = (error: unknown) =>
  error instanceof Error &&
  error.message === 'insufficient_stock' &&
  (error as { code?: unknown }).code === 'ST409'

export const orderHandlers: Handlers<typeof routes> = {
  list({ actor, ...call }, { query: { format, ...query } }) {
    const late = query.view === 'late' ? { dueBefore: actor.at.toISOString() } : {}
    const listPage = async (db: Db, page: PageRequest) => {
      const found = await listDocuments(db, orders, actor, { ...query, ...late }, page)
      return { ...found, items: found.items.map(toSummary) }
    }
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'orders', at: actor.at }, orderColumns, listPage)
  },

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
    await requireConditionalRights(call, routes.create, {
      'order.confirm': body.confirm !== undefined,
    })
    const number = await takeNumber(call, actor.platform.id, orders.prefix)
    return retryPromise(() =>
      write(async (tx) => ({ order: await createOrder(tx, actor, number, body) })),
    )
  },

  createBatch: async (call, { body }) => {
    const { write, actor } = call
    const { items } = body
    await requireConditionalRights(call, routes.createBatch, {
      'order.confirm': items.some(({ confirm }) => confirm !== undefined),
    })
    const numbers = await takeNumbers(call, actor.platform.id, orders.prefix, items.length)
    return retryPromise(() => write((tx) => createOrders(tx, actor, numbers, body)))
  },

  update: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ order: await changeOrder(tx, actor, params.orderId, body) })),

  addLines: ({ write, actor }, { params, body }) =>
    retryPromise(() =>
      write(async (tx) => ({ order: await addLines(tx, actor, params.orderId, body) })),
    ),

  confirm: ({ write, actor }, { params, body }) =>
    retryPromise(() =>
      write(async (tx) => ({ order: await confirmOrder(tx, actor, params.orderId, body) })),
    ),

  hold: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ order: await holdOrder(tx, actor, params.orderId, body) })),

  releaseHold: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      order: await releaseOrderHold(tx, actor, params.orderId, body.version),
    })),

  cancel: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ order: await cancelOrder(tx, actor, params.orderId, body) })),

  cancelLine: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      order: await cancelLine(tx, actor, params.orderId, params.lineId, body),
    })),
}
