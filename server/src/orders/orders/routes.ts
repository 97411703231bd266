import type { orders as routes } from '@stowage/contract/orders/orders'
import type { Handlers } from '../../http/mount.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
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

const { list, details, create, createBatch, step } = documentHandlers(orders, 'order')

const retry = retryLostRace
const rights = {
  'order.confirm': ({ confirm }: { confirm?: unknown }) => confirm !== undefined,
  'customer.manage': ({ customer }: { customer?: unknown }) => customer !== undefined,
}

export const orderHandlers: Handlers<typeof routes> = {
  list: list(
    'orders',
    orderColumns,
    (rows) => rows.map(toListed),
    ({ q, ids, view, fulfillment, promised, ...query }, actor) => ({
      ...query,
      ...(view !== 'all' && { view }),
      [actor.holds.has('customer.pii.read') ? 'searchAll' : 'search']: q,
      sought: q,
      picked: ids?.join(','),
      fulfillments: fulfillment?.join(','),
      ...dueFilters(promised, actor.at),
      ...(view === 'late' && dueFilters('overdue', actor.at)),
    }),
  ),

  putBack: ({ read, actor }, { params: { orderId } }) =>
    read(async (db) => {
      const { row } = await getDocument(db, orders, actor, orderId)
      const hasEnded = row.state === 'cancelled' || row.state === 'closed_short'
      const list = hasEnded ? listLeftThere : listPicked
      return { items: putBackOf(await list(db, actor.platform.id, orderId)) }
    }),

  details: details(async (db, actor, id) => {
    const [{ row, lines }, holds] = await Promise.all([
      getDocument(db, orders, actor, id),
      listHolds(db, actor.platform.id, id),
    ])
    return toReply(row, lines, holds, actor)
  }),

  create: create(createOrder, { retry, rights }),
  createBatch: createBatch(createOrders, { retry, rights }),
  update: step(changeOrder),
  addLines: step(addLines, { retry }),
  confirm: step(confirmOrder, { retry }),
  hold: step(holdOrder),
  releaseHold: step((tx, actor, id, { version }) => releaseOrderHold(tx, actor, id, version)),

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
