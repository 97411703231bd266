import type { fulfillmentPapers } from '@stowage/contract/orders/fulfillment-papers'
import { mostPrintedLines } from '@stowage/contract/orders/papers'
import type { Db } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import type { Paper } from '../../workspace/print/paper.ts'
import { toPdf } from '../../workspace/print/papers-pdf.ts'
import { listReadyOf } from '../batches/task-queries.ts'
import { listLinesOfOrders } from '../orders/queries.ts'
import { toLineReply } from '../orders/reply.ts'
import { listLinesOfFulfillments } from '../fulfillments/queries.ts'
import {
  countLines as countOrderLines,
  findPaperItems,
  listSites,
  nowhere,
} from '../orders/paper-queries.ts'
import { packingSlipOf } from './packing-slip-rules.ts'
import { countLines, findLabelledFulfillments, listShippedBefore } from './paper-queries.ts'
import { pickListOf, type Printed } from './paper-rules.ts'

export const fulfillmentPaperHandlers: Handlers<typeof fulfillmentPapers> = {
  print: ({ read, actor, ...call }, { query: { kind, ids, ...options } }) => {
    const word = kind.replace('_', '-')
    return toPdf(call, { one: word, several: `${word}s` }, async () => {
      const papers = await read(async (db) => {
        const found = await findPrinted(db, actor, [...new Set(ids)])
        return kind === 'pick_list' ? found.map(pickListOf) : listSlips(db, actor, found)
      })
      return { papers, ...options, at: actor.at }
    })
  },
}

const failTooMany = () =>
  failField('ids', `Print up to ${mostPrintedLines} lines at a time. Select fewer fulfillments.`)

/** Reads fulfillments with all that is printed of them. Fails with `not_found` if the actor misses one. */
async function findPrinted(
  db: Db,
  actor: WorkspaceMember,
  ids: readonly string[],
): Promise<Printed[]> {
  const { id: platformId } = actor.platform
  if ((await countLines(db, platformId, ids)) > mostPrintedLines) failTooMany()
  const [found, linesOf, sites, ready] = await Promise.all([
    findLabelledFulfillments(db, actor, ids),
    listLinesOfFulfillments(db, platformId, ids),
    listSites(db, platformId),
    listReadyOf(db, platformId, ids),
  ])
  const variantIds = new Set([...linesOf.values()].flat().map(({ variantId }) => variantId))
  const items = await findPaperItems(db, platformId, [...variantIds])
  const foundOf = new Map(found.map((one) => [one.id, one]))
  const stopsOf = Map.groupBy(ready, ({ fulfillmentId }) => fulfillmentId)
  return ids.map((id) => {
    const one = foundOf.get(id) ?? notFound()
    return {
      ...one,
      ...(sites.get(one.row.warehouseId) ?? nowhere),
      lines: linesOf.get(id) ?? [],
      stops: (stopsOf.get(id) ?? []).map((task) => ({ ...task, slot: 0 })),
      items,
      printedAt: actor.at,
    }
  })
}

/** Returns the packing slips of fulfillments, with all lines of their orders. */
async function listSlips(
  db: Db,
  actor: WorkspaceMember,
  found: readonly Printed[],
): Promise<Paper[]> {
  const { id: platformId } = actor.platform
  const orderIds = [...new Set(found.map(({ row }) => row.orderId))]
  if ((await countOrderLines(db, platformId, orderIds)) > mostPrintedLines) failTooMany()
  const [linesOf, beforeOf] = await Promise.all([
    listLinesOfOrders(db, platformId, orderIds),
    listShippedBefore(
      db,
      platformId,
      found.map(({ id }) => id),
    ),
  ])
  return found.map((one) =>
    packingSlipOf({
      ...one,
      ordered: (linesOf.get(one.row.orderId) ?? []).map(toLineReply),
      before: beforeOf.get(one.id) ?? new Map(),
    }),
  )
}
