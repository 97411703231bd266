import type { packConflicts as routes } from '@stowage/contract/orders/pack-conflicts'
import type { Handlers } from '../../http/mount.ts'
import { settleConflict } from '../fulfillments/record-conflict.ts'
import { reportScan } from './report-conflict.ts'

export const packConflictHandlers: Handlers<typeof routes> = {
  report: ({ write, actor }, { params, body }) =>
    write((tx) => reportScan(tx, actor, params.scanId, body)),

  settle: ({ write, actor }, { params }) =>
    write((tx) => settleConflict(tx, actor, 'pack_conflict', params.scanId)),
}
