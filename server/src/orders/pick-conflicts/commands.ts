import type { pickConflicts as routes } from '@stowage/contract/orders/pick-conflicts'
import type { Input, Reply } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { reportException } from '../../workspace/exceptions/commands.ts'
import { findReport, saveCare } from '../../workspace/exceptions/queries.ts'
import { findTask } from './queries.ts'

/** Keeps a pick that waits on a device, once, and says whether somebody has resolved it since. */
export async function reportConflict(
  tx: Tx,
  actor: WorkspaceMember,
  scanId: string,
  { pickTaskId, qty, message }: Input<typeof routes.report>['body'],
): Promise<Reply<typeof routes.report>> {
  const { id: platformId } = actor.platform
  const [task = notFound(), known] = await Promise.all([
    findTask(tx, platformId, pickTaskId),
    findReport(tx, platformId, 'pick_conflict', scanId),
  ])
  if (actor.warehouses?.includes(task.warehouseId) === false) notFound()
  if (known) return { state: known.isResolved ? 'resolved' : 'open' }
  await reportException(tx, actor, {
    kind: 'pick_conflict',
    key: scanId,
    warehouseId: task.warehouseId,
    label: task.sku,
    details: {
      qty: `${qty} ${task.unit}`,
      place: task.location,
      reason: message,
      objectId: task.fulfillmentId,
      objectNumber: task.fulfillment,
    },
  })
  return { state: 'open' }
}

/** Resolves a conflict that its device has ended. */
export async function settleConflict(
  tx: Tx,
  actor: WorkspaceMember,
  scanId: string,
): Promise<Reply<typeof routes.settle>> {
  const { id: platformId } = actor.platform
  const known = (await findReport(tx, platformId, 'pick_conflict', scanId)) ?? notFound()
  if (!known.isResolved) {
    const named = { kind: 'pick_conflict', key: scanId } as const
    await saveCare(tx, platformId, named, { resolvedAt: actor.at, resolvedBy: actor.id })
  }
  return { state: 'resolved' }
}
