import type { pickConflicts as routes } from '@stowage/contract/orders/pick-conflicts'
import type { Input, Reply } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { recordConflict } from '../fulfillments/record-conflict.ts'
import { findTask } from './conflict-queries.ts'

/** Keeps a pick that waits on a device, once, and says whether somebody has resolved it since. */
export async function reportPick(
  tx: Tx,
  actor: WorkspaceMember,
  scanId: string,
  { pickTaskId, qty, message }: Input<typeof routes.report>['body'],
): Promise<Reply<typeof routes.report>> {
  const task = (await findTask(tx, actor.platform.id, pickTaskId)) ?? notFound()
  const { sku, unit, location } = task
  const what = { label: sku, qty: `${qty} ${unit}`, place: location }
  return recordConflict(tx, actor, { kind: 'pick_conflict', scanId, message, ...task, ...what })
}
