import type { batches as routes } from '@stowage/contract/orders/batches'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { listDocuments } from '../../workspace/documents/list-queries.ts'
import { takeNumbers } from '../../workspace/documents/numbers.ts'
import { toPdf } from '../../workspace/print/papers-pdf.ts'
import { createBatches } from './create.ts'
import { findPaperItems, getSeller, listSites, nowhere } from '../orders/paper-queries.ts'
import {
  assignBatch,
  bindTotes,
  cancelBatch,
  claimBatch,
  completeBatch,
  getBatch,
  handBack,
} from './commands.ts'
import { batchColumns } from './export.ts'
import { findBatchFigures, toListed } from './list-queries.ts'
import { pickListOf } from './pick-list-rules.ts'
import { batches } from './queries.ts'

export const batchHandlers: Handlers<typeof routes> = {
  list({ actor, ...call }, { query: { format, ...query } }) {
    const filter = { ...query, ...(query.view === 'mine' && { assignee: actor.id }) }
    const listPage = async (db: Db, page: PageRequest) => {
      const found = await listDocuments(db, batches, actor, filter, page)
      const ids = found.items.map(({ id }) => id)
      const figures = await findBatchFigures(db, actor.platform.id, ids)
      return { ...found, items: found.items.map((row) => toListed(row, figures.get(row.id))) }
    }
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'pick-batches', at: actor.at }, batchColumns, listPage)
  },

  details: ({ read, actor }, { params }) =>
    read(async (db) => ({ batch: await getBatch(db, actor, params.batchId) })),

  pickList: ({ read, actor, ...call }, { params, query }) =>
    toPdf(call, { one: 'pick-list', several: 'pick-lists' }, async () => {
      const paper = await read(async (db) => {
        const { id: platformId } = actor.platform
        const batch = await getBatch(db, actor, params.batchId)
        const variantIds = [...new Set(batch.tasks.map(({ variantId }) => variantId))]
        const [items, seller, sites] = await Promise.all([
          findPaperItems(db, platformId, variantIds),
          getSeller(db, platformId),
          listSites(db, platformId),
        ])
        const site = sites.get(batch.warehouseId) ?? nowhere
        return pickListOf(batch, { items, seller, ...site, printedAt: actor.at })
      })
      return { papers: [paper], ...query, at: actor.at }
    }),

  create: async (call, { body }) => {
    const { write, actor } = call
    const numbers = await takeNumbers(call, actor.platform.id, batches.prefix, body.count)
    return write((tx) => createBatches(tx, actor, numbers, body))
  },

  claim: ({ write, actor }, { params }) =>
    write(async (tx) => ({ batch: await claimBatch(tx, actor, params.batchId) })),

  handBack: ({ write, actor }, { params }) =>
    write(async (tx) => ({ batch: await handBack(tx, actor, params.batchId) })),

  assign: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ batch: await assignBatch(tx, actor, params.batchId, body) })),

  bindTotes: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ batch: await bindTotes(tx, actor, params.batchId, body) })),

  complete: ({ write, actor }, { params }) =>
    write(async (tx) => ({ batch: await completeBatch(tx, actor, params.batchId) })),

  cancel: ({ write, actor }, { params }) =>
    write(async (tx) => ({ batch: await cancelBatch(tx, actor, params.batchId) })),
}
