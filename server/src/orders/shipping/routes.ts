import type { shipping as routes } from '@stowage/contract/orders/shipping'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { retryConflicts } from '../../warehouse/stock/conflicts.ts'
import { listDocuments } from '../../workspace/documents/list-queries.ts'
import { deliver, noteTrouble } from './deliver.ts'
import { getShipment, shipFulfillment, updateShipment, voidShipment } from './commands.ts'
import { shipmentColumns } from './export.ts'
import { shipments, toListed } from './queries.ts'

export const shippingHandlers: Handlers<typeof routes> = {
  list({ actor, ...call }, { query: { format, q, ...query } }) {
    const filter = { ...query, search: q, sought: q }
    const listPage = async (db: Db, page: PageRequest) => {
      const found = await listDocuments(db, shipments, actor, filter, page)
      return { ...found, items: found.items.map(toListed) }
    }
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'shipments', at: actor.at }, shipmentColumns, listPage)
  },

  details: ({ read, actor }, { params }) =>
    read(async (db) => ({ shipment: await getShipment(db, actor, params.shipmentId) })),

  ship: async (call, { body }) => {
    const { write, actor } = call
    await call.requireRights({
      'stock.backdate': body.shippedAt !== undefined,
      'order.ship_short': body.shipShort,
    })
    return retryConflicts(call, () =>
      write(async (tx) => ({ shipment: await shipFulfillment(tx, actor, body) })),
    )
  },

  update: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ shipment: await updateShipment(tx, actor, params.shipmentId, body) })),

  void: (call, { params, body }) =>
    retryConflicts(call, () =>
      call.write(async (tx) => ({
        shipment: await voidShipment(tx, call.actor, params.shipmentId, body),
      })),
    ),

  deliver: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ shipment: await deliver(tx, actor, params.shipmentId, body) })),

  exception: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      shipment: await noteTrouble(tx, actor, params.shipmentId, body, 'exception'),
    })),

  lose: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      shipment: await noteTrouble(tx, actor, params.shipmentId, body, 'lost'),
    })),

  return: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      shipment: await noteTrouble(tx, actor, params.shipmentId, body, 'returned'),
    })),
}
