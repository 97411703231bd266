import type { batches as routes } from '@stowage/contract/orders/batches'
import type { Handlers } from '../../http/mount.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { takeNumbers } from '../../workspace/documents/numbers.ts'
import { printPapers } from '../../workspace/print/print.ts'
import { createBatches } from './create.ts'
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
import { getPickList } from './print.ts'
import { batches } from './queries.ts'

const { list, details, step } = documentHandlers(batches, 'batch')

export const batchHandlers: Handlers<typeof routes> = {
  list: list(
    'pick-batches',
    batchColumns,
    async (rows, actor, db) => {
      const ids = rows.map(({ id }) => id)
      const figures = await findBatchFigures(db, actor.platform.id, ids)
      return rows.map((row) => toListed(row, figures.get(row.id)))
    },
    (query, actor) => ({ ...query, ...(query.view === 'mine' && { assignee: actor.id }) }),
  ),
  details: details(getBatch),

  pickList: (call, { params, query }) =>
    printPapers(call, { one: 'pick-list', several: 'pick-lists' }, query, async (db) => [
      await getPickList(db, call.actor, params.batchId),
    ]),

  create: async (call, { body }) => {
    const { write, actor } = call
    const numbers = await takeNumbers(call, actor.platform.id, batches.prefix, body.count)
    return write((tx) => createBatches(tx, actor, numbers, body))
  },

  claim: step(claimBatch),
  handBack: step(handBack),
  assign: step(assignBatch),
  bindTotes: step(bindTotes),
  complete: step(completeBatch),
  cancel: step(cancelBatch),
}
