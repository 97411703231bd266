import type { fulfillments as routes } from '@stowage/contract/orders/fulfillments'
import type { releases } from '@stowage/contract/orders/releases'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { listDocuments } from '../../workspace/documents/list-queries.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { listLeftPackages, listPackages } from '../packing/list-queries.ts'
import { toFulfillment, toPackage } from '../packing/reply.ts'
import { releaseOrder, unreleaseOrder } from './commands.ts'
import { fulfillmentColumns } from './export.ts'
import { fulfillments } from './queries.ts'
import { toListed } from './reply.ts'

export const fulfillmentHandlers: Handlers<typeof routes & typeof releases> = {
  list({ actor, ...call }, { query: { format, ...query } }) {
    const listPage = async (db: Db, page: PageRequest) => {
      const found = await listDocuments(db, fulfillments, actor, query, page)
      return { ...found, items: found.items.map(toListed) }
    }
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'fulfillments', at: actor.at }, fulfillmentColumns, listPage)
  },

  details: ({ read, actor }, { params: { fulfillmentId } }) =>
    read(async (db) => {
      const [{ row, lines }, packages, left] = await Promise.all([
        getDocument(db, fulfillments, actor, fulfillmentId),
        listPackages(db, actor.platform.id, fulfillmentId),
        listLeftPackages(db, actor.platform.id, fulfillmentId),
      ])
      return {
        fulfillment: toFulfillment(row, lines, packages),
        leftPackages: left.map(({ fulfillmentState: state, ...one }) => toPackage({ state }, one)),
      }
    }),

  release: async ({ write, actor, requireRights }, { params, body }) => {
    await requireRights({ 'order.ship_short': body.shipShort === true })
    return write((tx) => releaseOrder(tx, actor, params.orderId, body))
  },

  unrelease: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      order: await unreleaseOrder(tx, actor, params.orderId, body.version),
    })),
}
