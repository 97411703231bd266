import { findPapers } from './print.ts'
import { printPapers } from '../../workspace/print/print.ts'
import type { papers } from '@stowage/contract/orders/order-papers'
import type { orders as routes } from '@stowage/contract/orders/orders'
import type { bulk } from '@stowage/contract/orders/order-bulk'
import type { externalOrders } from '@stowage/contract/orders/order-external'
import { newOrder } from '@stowage/contract/orders/order-inputs'
import type { unreserving } from '@stowage/contract/orders/order-unreserving'
import type { Handlers } from '../../http/mount.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { retryLostRace } from '../backorders/plan-order.ts'
import { cancelOrder, closeShort, listPutBack, putBackOf } from './cancel.ts'
import { listLeftThere, listPicked } from './put-back-queries.ts'
import { cancelLine } from './cancel-line.ts'
import { addLines, changeLine } from './change-line.ts'
import { holdOrder, releaseOrderHold } from './hold.ts'
import { listHolds } from './state-queries.ts'
import { changeOrder, tagOrder } from './change.ts'
import { changeEach, confirmOrder } from './commands.ts'
import { createOrder, createOrders } from './create.ts'
import { orderColumns } from './export.ts'
import { orders } from './queries.ts'
import { toListed, toReply } from './reply.ts'
import { dueFilters } from './rules.ts'
import { unreleaseOrder } from '../fulfillments/commands.ts'
import { releaseOrders } from '../fulfillments/release.ts'
import { addToWave } from '../waves/commands.ts'

import { failField, notFound } from '../../errors.ts'
import { takeNumber } from '../../workspace/documents/numbers.ts'
import { findChannelOf, getChannelOf, putExternalOrder } from './put-external.ts'
import { findExternalOrder } from './external-queries.ts'
import { unreserveLine } from './unreserve.ts'

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

export const externalOrderHandlers: Handlers<typeof externalOrders> = {
  details: ({ read, actor }, { params }) =>
    read(async (db) => {
      const { platform } = actor
      const channel = await findChannelOf(db, platform.id, params.channel)
      const orderId =
        channel && (await findExternalOrder(db, platform.id, channel.id, params.external))
      if (!orderId) return notFound()
      const [{ row, lines }, holds] = await Promise.all([
        getDocument(db, orders, actor, orderId),
        listHolds(db, platform.id, orderId),
      ])
      return { order: toReply(row, lines, holds, actor) }
    }),

  put: async (call, { params, body }) => {
    const { read, write, actor } = call
    await call.requireRights({
      'order.update': true,
      'order.confirm': body.confirm !== undefined,
      'customer.manage': body.customer !== undefined,
    })
    const externalId = readNumber(params.external)
    const found = await read(async (db) => {
      const channel = await getChannelOf(db, actor.platform.id, params.channel)
      const orderId = await findExternalOrder(db, actor.platform.id, channel.id, externalId)
      return { channel, orderId }
    })
    // A number is only taken for an order that seems to be new.
    const number =
      found.orderId === undefined ? await takeNumber(call, actor.platform.id, orders.prefix) : ''
    return retryLostRace(call, () =>
      write((tx) => putExternalOrder(tx, actor, number, found.channel, { ...body, externalId })),
    )
  },
}

function readNumber(text: string): string {
  const { data, error } = newOrder.shape.externalId.safeParse(text)
  return data ?? failField('external', error?.issues[0]?.message ?? 'External number is required')
}

export const unreservingHandlers: Handlers<typeof unreserving> = {
  unreserve: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      order: await unreserveLine(tx, actor, params.orderId, params.lineId, body),
    })),
}

export const paperHandlers: Handlers<typeof papers> = {
  print: (call, { query: { kind, ids, ...options } }) =>
    printPapers(call, { one: kind, several: `order-${kind}s` }, options, (db) =>
      findPapers(db, call.actor, kind, [...new Set(ids)]),
    ),
}
