import { mostPrintedLines, type PaperKind, type papers } from '@stowage/contract/orders/papers'
import type { Db } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { findDocuments } from '../../workspace/documents/list-queries.ts'
import type { Paper } from '../../workspace/print/paper.ts'
import { toPdf } from '../../workspace/print/papers-pdf.ts'
import { listLinesOfOrders, orders } from './queries.ts'
import { toReply } from './reply.ts'
import { listHoldsOfOrders } from './hold-queries.ts'
import { countLines, findPaperItems, getSeller, listSites, nowhere } from './paper-queries.ts'
import { paperOf } from './paper-rules.ts'

export const paperHandlers: Handlers<typeof papers> = {
  print: ({ read, actor, ...call }, { query: { kind, ids, ...options } }) =>
    toPdf(call, { one: kind, several: `order-${kind}s` }, async () => {
      const papers = await read((db) => findPapers(db, actor, kind, [...new Set(ids)]))
      return { papers, ...options, at: actor.at }
    }),
}

/** Reads the orders with all that is printed of them. Fails with `not_found` if the actor misses one of them. */
async function findPapers(
  db: Db,
  actor: WorkspaceMember,
  kind: PaperKind,
  ids: readonly string[],
): Promise<Paper[]> {
  const { id: platformId } = actor.platform
  if ((await countLines(db, platformId, ids)) > mostPrintedLines)
    failField('ids', `Print up to ${mostPrintedLines} lines at a time. Select fewer orders.`)
  const [rows, linesOf, holdsOf, seller, sites] = await Promise.all([
    findDocuments(db, orders, actor, ids),
    listLinesOfOrders(db, platformId, ids),
    listHoldsOfOrders(db, platformId, ids),
    getSeller(db, platformId),
    listSites(db, platformId),
  ])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const ordered = ids.map((id) => rowOf.get(id) ?? notFound())
  const variantIds = new Set([...linesOf.values()].flat().map(({ variantId }) => variantId))
  const items = await findPaperItems(db, platformId, [...variantIds])
  const [firstSite = nowhere] = sites.values()
  return ordered.map((row) => {
    const order = toReply(row, linesOf.get(row.id) ?? [], holdsOf.get(row.id) ?? [], actor)
    const warehouseId = order.lines[0]?.claims[0]?.warehouseId ?? row.warehouseIds[0] ?? ''
    const site = sites.get(warehouseId) ?? firstSite
    return paperOf(kind, order, { seller, items, ...site, printedAt: actor.at })
  })
}
