import type { bulkPicks } from '@stowage/contract/orders/picking-bulk'
import type { picking } from '@stowage/contract/orders/picking'
import type { pickConflicts } from '@stowage/contract/orders/picking-conflicts'
import type { packing } from '@stowage/contract/orders/packing'
import { pageOrFile } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { confirmPicks } from './confirm-picks.ts'
import { pickShort } from './pick-short.ts'
import { assignTasks, confirmPick, reportPick } from './commands.ts'
import { taskColumns } from './export.ts'
import { listTasks } from './list-queries.ts'
import { resolveConflict } from '../fulfillments/record-conflict.ts'
import { sendBack } from './send-back.ts'

export const pickingHandlers: Handlers<typeof picking & typeof bulkPicks> = {
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

export const pickConflictHandlers: Handlers<typeof pickConflicts> = {
  report: ({ write, actor }, { params, body }) =>
    write((tx) => reportPick(tx, actor, params.scanId, body)),

  settle: ({ write, actor }, { params }) =>
    write((tx) => resolveConflict(tx, actor, 'pick_conflict', params.scanId)),
}

export const sendBackHandlers: Handlers<Pick<typeof packing, 'sendBack'>> = {
  sendBack: ({ write, actor }, { params, body }) =>
    write((tx) => sendBack(tx, actor, params.fulfillmentId, body)),
}
