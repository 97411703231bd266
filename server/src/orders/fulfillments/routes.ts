import type { fulfillments as routes } from '@stowage/contract/orders/fulfillments'
import type { releases } from '@stowage/contract/orders/fulfillment-releases'
import type { Handlers } from '../../http/mount.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { orders } from '../orders/queries.ts'
import { listLeftPackages, listPackages } from '../packing/list-queries.ts'
import { toFulfillment, toPackage } from '../packing/reply.ts'
import { unreleaseOrder } from './commands.ts'
import { fulfillmentColumns } from './export.ts'
import { fulfillments } from './queries.ts'
import { releaseOrder } from './release.ts'
import { toListed } from './reply.ts'

const { list } = documentHandlers(fulfillments, 'fulfillment')
const { step } = documentHandlers(orders, 'order')

export const fulfillmentHandlers: Handlers<typeof routes & typeof releases> = {
  list: list('fulfillments', fulfillmentColumns, (rows) => rows.map(toListed)),

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

  unrelease: step((tx, actor, id, { version }) => unreleaseOrder(tx, actor, id, version)),
}
