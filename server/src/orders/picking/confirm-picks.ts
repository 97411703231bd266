import type { BatchReply } from '@stowage/contract/batches'
import type { bulkPicks as routes } from '@stowage/contract/orders/picking-bulk'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import { lockWork } from '../batches/end-work.ts'
import { confirmPick } from './commands.ts'
import { lockFulfillmentsOf, lockOrdersOf, lockStockOfTasks } from './lock-queries.ts'

/** Confirms several picks, each as if by itself. All they touch is locked before the first of them. */
export function confirmPicks(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Input<typeof routes.confirmBatch>['body'],
): Promise<BatchReply> {
  const { id: platformId } = actor.platform
  const taskIds = JSON.stringify(batch.items.map(({ id }) => id))
  return runBatch(tx, batch, {
    begin: async () => {
      const [, fulfillments] = await Promise.all([
        lockOrdersOf(tx, platformId, taskIds),
        lockFulfillmentsOf(tx, platformId, taskIds),
      ])
      await lockWork(tx, actor, fulfillments)
      await lockStockOfTasks(tx, platformId, taskIds)
    },
    apply: async ({ id, ...pick }) => {
      await confirmPick(tx, actor, id, pick)
      return id
    },
  })
}
