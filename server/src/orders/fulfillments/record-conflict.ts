import type { pickConflicts as routes } from '@stowage/contract/orders/picking-conflicts'
import type { Reply } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { reportException } from '../../workspace/exceptions/commands.ts'
import { findReport, lockException, saveAssignment } from '../../workspace/exceptions/queries.ts'

/** Conflicts of a device: picks, and scans into packages. */
type Kind = 'pick_conflict' | 'pack_conflict'

type Conflict = {
  kind: Kind
  scanId: string
  warehouseId: string
  fulfillmentId: string
  fulfillment: string
  label: string
  qty: string
  place: string
  message: string
}

/** Keeps what waits on a device, once, and says whether somebody has resolved it since. */
export async function recordConflict(
  tx: Tx,
  actor: WorkspaceMember,
  { kind, scanId, warehouseId, fulfillmentId, fulfillment, label, qty, place, message }: Conflict,
): Promise<Reply<typeof routes.report>> {
  if (actor.warehouses?.includes(warehouseId) === false) notFound()
  await lockException(tx, actor.platform.id, { kind, key: scanId })
  const known = await findReport(tx, actor.platform.id, kind, scanId)
  if (known) return { state: known.isResolved ? 'resolved' : 'open' }
  await reportException(tx, actor, {
    kind,
    key: scanId,
    warehouseId,
    label,
    details: { qty, place, reason: message, objectId: fulfillmentId, objectNumber: fulfillment },
  })
  return { state: 'open' }
}

/** Resolves a conflict that its device has ended. */
export async function resolveConflict(
  tx: Tx,
  actor: WorkspaceMember,
  kind: Kind,
  scanId: string,
): Promise<Reply<typeof routes.settle>> {
  const { id: platformId } = actor.platform
  const known = (await findReport(tx, platformId, kind, scanId)) ?? notFound()
  if (!known.isResolved) {
    const named = { kind, key: scanId }
    await saveAssignment(tx, platformId, named, { resolvedAt: actor.at, resolvedBy: actor.id })
  }
  return { state: 'resolved' }
}
