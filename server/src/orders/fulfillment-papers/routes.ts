import type { fulfillmentPapers } from '@stowage/contract/orders/fulfillment-papers'
import { mostPrintedLines } from '@stowage/contract/orders/papers'
import type { Db } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Handlers } from '../../http/mount.ts'
import { toPdf } from '../../workspace/papers/reply.ts'
import { listLinesOfFulfillments } from '../fulfillments/queries.ts'
import { findPaperItems, listTimezones } from '../papers/queries.ts'
import { countLines, findLabelledFulfillments } from './queries.ts'
import { packingSlipOf, pickListOf, type Printed } from './rules.ts'

const printers = { pick_list: pickListOf, packing_slip: packingSlipOf } as const

export const fulfillmentPaperHandlers: Handlers<typeof fulfillmentPapers> = {
  print: ({ read, actor, ...call }, { query: { kind, ids, size } }) => {
    const word = kind.replace('_', '-')
    return toPdf(call, { one: word, several: `${word}s` }, async () => {
      const found = await read((db) => findPrinted(db, actor, [...new Set(ids)]))
      return { papers: found.map(printers[kind]), size, at: actor.at }
    })
  },
}

/** Reads fulfillments with all that is printed of them. Fails with `not_found` if the actor misses one. */
async function findPrinted(
  db: Db,
  actor: WorkspaceMember,
  ids: readonly string[],
): Promise<Printed[]> {
  const { id: platformId } = actor.platform
  if ((await countLines(db, platformId, ids)) > mostPrintedLines)
    failField('ids', `Print up to ${mostPrintedLines} lines at a time. Select fewer fulfillments.`)
  const [found, linesOf, timezones] = await Promise.all([
    findLabelledFulfillments(db, actor, ids),
    listLinesOfFulfillments(db, platformId, ids),
    listTimezones(db, platformId),
  ])
  const variantIds = new Set([...linesOf.values()].flat().map(({ variantId }) => variantId))
  const items = await findPaperItems(db, platformId, [...variantIds])
  const foundOf = new Map(found.map((one) => [one.id, one]))
  return ids.map((id) => {
    const one = foundOf.get(id) ?? notFound()
    return {
      ...one,
      lines: linesOf.get(id) ?? [],
      items,
      timezone: timezones.get(one.row.warehouseId) ?? 'UTC',
      printedAt: actor.at,
    }
  })
}
