import type { pickConflicts as routes } from '@stowage/contract/orders/pick-conflicts'
import type { Handlers } from '../../http/mount.ts'
import { settleConflict } from '../fulfillments/record-conflict.ts'
import { reportPick } from './report-conflict.ts'

export const pickConflictHandlers: Handlers<typeof routes> = {
  report: ({ write, actor }, { params, body }) =>
    write((tx) => reportPick(tx, actor, params.scanId, body)),

  settle: ({ write, actor }, { params }) =>
    write((tx) => settleConflict(tx, actor, 'pick_conflict', params.scanId)),
}
