import type { packConflicts as routes } from '@stowage/contract/orders/packing-conflicts'
import type { Input, Reply } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { recordConflict } from '../fulfillments/record-conflict.ts'
import { findPackage } from './exception-queries.ts'

/** Keeps a packing scan that waits on a device, once, and says whether somebody has resolved it since. */
export async function reportScan(
  tx: Tx,
  actor: WorkspaceMember,
  scanId: string,
  { packageId, item, message }: Input<typeof routes.report>['body'],
): Promise<Reply<typeof routes.report>> {
  const { number, ...into } = (await findPackage(tx, actor.platform.id, packageId)) ?? notFound()
  return recordConflict(tx, actor, {
    kind: 'pack_conflict',
    scanId,
    ...into,
    label: into.fulfillment,
    qty: item,
    place: number,
    message,
  })
}
