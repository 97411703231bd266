import type { bulkPicks } from '@stowage/contract/orders/bulk-picks'
import type { picking as routes } from '@stowage/contract/orders/picking'
import { pageOrFile } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { confirmPicks } from './confirm-picks.ts'
import { pickShort } from './pick-short.ts'
import { assignTasks, confirmPick } from './commands.ts'
import { taskColumns } from './export.ts'
import { listTasks } from './list-queries.ts'

export const pickingHandlers: Handlers<typeof routes & typeof bulkPicks> = {
  list: (call, { query }) =>
    pageOrFile(call, query, 'picks', taskColumns, (db, page) =>
      listTasks(db, call.actor, query, page),
    ),

  claim: ({ write, actor }, { body }) =>
    write((tx) => assignTasks(tx, actor, body.taskIds, { from: [null], to: actor.id })),

  handBack: ({ write, actor }, { body }) =>
    write((tx) => assignTasks(tx, actor, body.taskIds, { from: [actor.id], to: null })),

  assign: ({ write, actor }, { body }) =>
    write((tx) =>
      assignTasks(tx, actor, body.taskIds, { to: body.memberId?.toLowerCase() ?? null }),
    ),

  confirm: ({ write, actor }, { params, body }) =>
    write((tx) => confirmPick(tx, actor, params.pickTaskId, body)),

  confirmBatch: ({ write, actor }, { body }) => write((tx) => confirmPicks(tx, actor, body)),

  short: ({ write, actor }, { params, body }) =>
    write((tx) => pickShort(tx, actor, params.pickTaskId, body)),
}
